// The second factor as its user sees it: turned on with a code, asked for at login, used once, hard to guess.

import { MESSAGES, messageOf } from '@tradeium/contracts';
import { outputOf } from '@tradeium/service-kit';
import { sharedByTests } from '@tradeium/testing';
import { describe, expect, test } from 'vitest';
import {
  everythingKept,
  PASSWORD,
  refusal,
  type SignedIn,
  startAuth,
  untilItWaits,
} from '../tests/auth-under-test.ts';
import { codeAt } from './secrets/one-time-codes.ts';

const auth = sharedByTests(startAuth);

const STEP_MS = 30_000;
/**
 * The code of a step from now: each counts once, and a later one counts already. One of an earlier step would soon be too
 * old: a step may end between a test and the service.
 */
const codeIn = (secret: string, steps: number) => codeAt(secret, new Date(Date.now() + steps * STEP_MS));
const login = (email: string, code?: string, password = PASSWORD) =>
  auth.ask(MESSAGES.startSession, { email, password, ...(code !== undefined && { code }) });
const prepare = async (who: SignedIn) => outputOf(await auth.ask(messageOf('prepareSecondFactor'), {}, who));
const enable = (who: SignedIn, setup: string, code: string, password = PASSWORD) =>
  auth.ask(messageOf('enableSecondFactor'), { setup, code, password }, who);
const disable = (who: SignedIn, code: string, password = PASSWORD) =>
  auth.ask(messageOf('disableSecondFactor'), { code, password }, who);
const status = async (who: SignedIn) => outputOf(await auth.ask(messageOf('getSecondFactor'), {}, who));

/** Somebody whose second factor is on; the code of this step turned it on. */
const protectedUser = async (name: string) => {
  const who = await auth.signUp(name);
  const { secret, setup } = await prepare(who);
  const { recovery_codes: codes } = outputOf(await enable(who, setup, codeIn(secret, 0)));
  return { who, secret, codes, email: `${name}@example.com` };
};

test('is turned on with password and code, required at every login, and announced by mail', async () => {
  const { who, secret, codes, email } = await protectedUser('protected');
  expect(codes).toHaveLength(10);
  expect(await status(who)).toEqual({ enabled: true, recovery_codes_left: 10 });
  expect(await login(email)).toEqual(refusal('SECOND_FACTOR_REQUIRED'));
  expect(await login('protected')).toEqual(refusal('SECOND_FACTOR_REQUIRED'));
  expect(await login(email, undefined, 'a wrong one')).toEqual(refusal('INVALID_CREDENTIALS'));
  expect(outputOf(await login(email, codeIn(secret, 1))).user.id).toBe(who.userId);
  await auth.mails(email, /Two-factor authentication was turned on/);
});

test("is not turned on with a wrong password or code, nor with another user's setup", async () => {
  const who = await auth.signUp('hesitant');
  const { secret, setup } = await prepare(who);
  const code = codeIn(secret, 0);
  expect(await enable(who, setup, code, 'a wrong one')).toEqual(refusal('CURRENT_PASSWORD_WRONG'));
  expect(await enable(who, setup, '000000')).toEqual(refusal('SECOND_FACTOR_WRONG'));
  const stranger = await auth.signUp('stranger');
  for (const forged of [setup.slice(0, -2), 'v2.a.b.c'])
    expect(await enable(who, forged, code)).toEqual(refusal('SECOND_FACTOR_SETUP_EXPIRED'));
  expect(await enable(stranger, setup, code)).toEqual(refusal('SECOND_FACTOR_SETUP_EXPIRED'));
  expect(await status(who)).toEqual({ enabled: false, recovery_codes_left: 0 });
  outputOf(await auth.login('hesitant'));
});

describe('a code', () => {
  test('counts once, even when it comes twice at the same moment', async () => {
    const { secret, codes, email } = await protectedUser('replayed');
    const code = codeIn(secret, 1);
    const both = await Promise.all([login(email, code), login('replayed', code)]);
    expect(both.filter((result) => 'output' in result)).toHaveLength(1);
    expect(both).toContainEqual(refusal('SECOND_FACTOR_WRONG'));
    expect(await login(email, code)).toEqual(refusal('SECOND_FACTOR_WRONG'));
    outputOf(await login(email, codes[0]));
  });

  test('of recovery counts once, and new ones take the place of all others', async () => {
    const { who, secret, codes, email } = await protectedUser('recovering');
    outputOf(await login(email, codes[0]?.toLowerCase()));
    expect(await login(email, codes[0])).toEqual(refusal('SECOND_FACTOR_WRONG'));
    expect(await status(who)).toMatchObject({ recovery_codes_left: 9 });
    const proof = { password: PASSWORD, code: codeIn(secret, 1) };
    const { recovery_codes: renewed } = outputOf(await auth.ask(messageOf('renewRecoveryCodes'), proof, who));
    expect(await login(email, codes[1])).toEqual(refusal('SECOND_FACTOR_WRONG'));
    outputOf(await login(email, renewed[1]));
  });

  test('cannot be guessed: after five failures every address has to wait, with the right one too', async () => {
    const { secret, email } = await protectedUser('guessed');
    const answers: unknown[] = [];
    for (let guess = 0; guess < 5; guess += 1) answers.push(await login(email, `00000${guess}`));
    expect(answers).toEqual(Array(5).fill(refusal('SECOND_FACTOR_WRONG')));
    await untilItWaits(() => login(email, '000005'));
    expect(await login(email, codeIn(secret, 1))).toMatchObject({ refused: 'TOO_MANY_LOGIN_ATTEMPTS' });
    // Without a code nothing is guessed, and the password alone opens nothing.
    expect(await login(email)).toEqual(refusal('SECOND_FACTOR_REQUIRED'));
  });
});

test('is turned off with password and code, and by an operator with neither', async () => {
  const { who, secret, codes, email } = await protectedUser('leaving');
  expect(await disable(who, codeIn(secret, 1), 'a wrong one')).toEqual(refusal('CURRENT_PASSWORD_WRONG'));
  expect(await disable(who, '000000')).toEqual(refusal('SECOND_FACTOR_WRONG'));
  outputOf(await disable(who, codeIn(secret, 1)));
  expect(await disable(who, codes[0] ?? '')).toEqual(refusal('SECOND_FACTOR_OFF'));
  outputOf(await login(email));
  await auth.mails(email, /Two-factor authentication was turned off/);

  const lost = await protectedUser('lost');
  const reset = () => auth.ask(MESSAGES.resetSecondFactor, { email: lost.email });
  expect(outputOf(await reset())).toEqual({ changed: true });
  expect(outputOf(await reset())).toEqual({ changed: false });
  outputOf(await login(lost.email));
});

test('leaves neither secret nor recovery codes in stored data', async () => {
  const { secret, codes } = await protectedUser('discreet');
  const kept = await everythingKept(auth.nc);
  for (const trace of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
    expect(kept).not.toContain(trace);
});

// Registering and logging in do the same work whether or not the account exists, so no clock reveals it.
import type { Message } from '@tradeium/contracts';
import { openAggregates } from '@tradeium/event-store';
import { type Handler, openDataKeys } from '@tradeium/service-kit';
import { type EventServer, silentLog, startEventServer } from '@tradeium/testing';
import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLAIM_KEY, MASTER_KEY, PASSWORD, SESSION_SECRET } from '../tests/auth-under-test.ts';
import type { Dependencies } from './api/dependencies.ts';
import { register } from './api/registration/register.ts';
import { verifyEmail } from './api/registration/verify-email.ts';
import { login } from './api/sessions/login.ts';
import { openLoginAttempts } from './attempts/login-attempts.ts';
import { openMailAllowances } from './attempts/mail-allowances.ts';
import { emailClaimAggregate } from './domain/email-claim.ts';
import { mailboxAggregate } from './domain/mailbox.ts';
import { staffAggregate } from './domain/staff.ts';
import { userAggregate } from './domain/user.ts';
import { usernameClaimAggregate } from './domain/username-claim.ts';
import { openClaimIds } from './secrets/claim-ids.ts';
import { openCommandDigests } from './secrets/command-digests.ts';
import { openDecoyUserIds } from './secrets/decoy-user-ids.ts';
import { openMailedTokens } from './secrets/mailed-tokens.ts';
import { openPasswords, type Passwords } from './secrets/passwords.ts';
import { openRegistrationMarks } from './secrets/registration-marks.ts';
import { openSessionTokens } from './secrets/session-tokens.ts';

let events: EventServer;
let nc: NatsConnection;
let passwords: Passwords;
let dependencies: Dependencies;
let hashes = 0;
beforeAll(async () => {
  events = await startEventServer();
  nc = await events.connect();
  passwords = await openPasswords();
  const now = () => new Date();
  const store = { nc, log: silentLog, now };
  const counted = <Args extends unknown[], Result>(work: (...args: Args) => Result) => {
    return (...args: Args): Result => {
      hashes += 1;
      return work(...args);
    };
  };
  const userKeys = await openDataKeys(nc, [MASTER_KEY]);
  dependencies = {
    nc,
    log: silentLog,
    users: openAggregates(store, { ...userAggregate, sealing: userKeys }),
    emailClaims: openAggregates(store, emailClaimAggregate),
    usernameClaims: openAggregates(store, usernameClaimAggregate),
    mailboxClaims: openAggregates(store, mailboxAggregate),
    staff: openAggregates(store, staffAggregate),
    claimIds: openClaimIds(CLAIM_KEY),
    decoyUserIds: openDecoyUserIds(CLAIM_KEY),
    passwords: { ...passwords, hash: counted(passwords.hash), verify: counted(passwords.verify) },
    userKeys,
    sessionTokens: openSessionTokens(SESSION_SECRET),
    verificationTokens: openMailedTokens([MASTER_KEY], 'verification-tokens'),
    resetTokens: openMailedTokens([MASTER_KEY], 'password-reset-tokens'),
    registrationMarks: openRegistrationMarks([MASTER_KEY]),
    mailAllowances: await openMailAllowances(nc, CLAIM_KEY, now),
    loginAttempts: await openLoginAttempts(nc, CLAIM_KEY, now),
    digestOf: openCommandDigests(MASTER_KEY),
    adminEmails: new Set(),
    emailVerification: 'required',
    now,
  };
});
afterAll(async () => {
  await passwords?.stop();
  await events?.stop();
});

let asked = 0;
const ask = ({ handle, message }: Handler & { message: Message }, input: object) => {
  asked += 1;
  const client = { address: `192.0.2.${asked}`, userAgent: '' };
  return handle(message.input.parse(input), { commandId: `c-${asked}`, correlationId: `c-${asked}`, client });
};

/** How many messages were ever written to these subjects. */
const written = async (stream: string, subject: string): Promise<number> => {
  const manager = await nc.jetstreamManager();
  const { state } = await manager.streams.info(stream, { subjects_filter: subject });
  // A bucket keeps the newest of each subject only.
  if (stream.startsWith('KV_')) return state.last_seq;
  return Object.values(state.subjects ?? {}).reduce((sum, count) => sum + count, 0);
};
const workOf = async (work: () => Promise<unknown>) => {
  const measured = async () => ({
    hashes,
    commits: await written('AUTH', 'events.auth.user.*'),
    counts: await written('KV_LOGIN_ATTEMPTS', '$KV.LOGIN_ATTEMPTS.>'),
  });
  const before = await measured();
  await work();
  const after = await measured();
  return {
    hashes: after.hashes - before.hashes,
    commits: after.commits - before.commits,
    counts: after.counts - before.counts,
  };
};

const registering = (email: string, password = PASSWORD) =>
  workOf(() => ask(register(dependencies), { email, password }));
const loggingIn = (email: string, password = PASSWORD) =>
  workOf(() => ask(login(dependencies), { email, password }));

test('registering costs a hash, three counts and a commit with a mail; logging in costs two hashes and two counts', async () => {
  const { users, claimIds, emailClaims, verificationTokens } = dependencies;
  const first = await registering('known@example.com');
  const { userId } = (await emailClaims.load(claimIds.ofEmail('known@example.com'))).state;
  const { state } = await users.load(userId ?? '');
  if (state.status !== 'registered' || !userId) throw new Error('no user is registered');
  const issued = state.verificationTokens[0] ?? { issue: 0, tokenHash: '', salt: '' };
  await ask(verifyEmail(dependencies), { token: verificationTokens.tokenOf({ userId, ...issued }) });

  const works = [
    first,
    await registering('known@example.com', 'a guess'),
    await registering('waiting@example.com'),
  ];
  expect(works).toEqual(Array(3).fill({ hashes: 1, commits: 1, counts: 3 }));

  for (const name of ['nobody@example.com', 'nobody', 'known@example.com', 'known', 'waiting@example.com']) {
    expect([name, await loggingIn(name, 'wrong')]).toEqual([name, { hashes: 2, commits: 0, counts: 3 }]);
  }
  const feigned = await loggingIn('known@example.com', 'a guess');
  expect(feigned).toEqual({ hashes: 2, commits: 0, counts: 0 });
  expect(await loggingIn('waiting@example.com')).toEqual(feigned);
});

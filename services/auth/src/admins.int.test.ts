// Admins: granted and revoked by an operator, or listed by address; both count at the session's next check.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { MESSAGES, rolesChangedSubject } from '@tradeium/contracts';
import { outputOf } from '@tradeium/service-kit';
import { sharedByTests, signingKeys } from '@tradeium/testing';
import { describe, expect, test } from 'vitest';
import { refusal, type SignedIn, startAuth } from '../tests/auth-under-test.ts';

const auth = sharedByTests(() => startAuth({ ADMIN_EMAILS: 'Listed@example.com' }));

const isAdmin = async ({ userId, sessionId }: SignedIn) =>
  outputOf(await auth.ask(MESSAGES.getSession, { sessionId }, { userId })).role === 'admin';
const grant = (email: string) => auth.ask(MESSAGES.grantAdmin, { email });
const revoke = (email: string) => auth.ask(MESSAGES.revokeAdmin, { email });

test('a role counts as soon as it is granted, and no longer once it is revoked', async () => {
  const user = await auth.signUp('chosen');
  expect(await isAdmin(user)).toBe(false);
  const heard: string[] = [];
  auth.nc.subscribe(rolesChangedSubject('*'), { callback: (_, { subject }) => void heard.push(subject) });
  await auth.nc.flush();
  const { userId: user_id } = user;
  expect(outputOf(await grant('CHOSEN@example.com'))).toEqual({ user_id, changed: true, is_admin: true });
  expect(await isAdmin(user)).toBe(true);
  expect(outputOf(await grant('chosen@example.com')).changed).toBe(false);
  expect(outputOf(await revoke('chosen@example.com'))).toEqual({ user_id, changed: true, is_admin: false });
  expect(await isAdmin(user)).toBe(false);
  await expect.poll(() => heard).toContain(rolesChangedSubject(user_id));
});

test('a listed address is an admin without a grant, and stays one after a revocation', async () => {
  const user = await auth.signUp('listed');
  expect(await isAdmin(user)).toBe(true);
  expect(outputOf(await revoke('listed@example.com'))).toMatchObject({ changed: false, is_admin: true });
  expect(await isAdmin(user)).toBe(true);
});

test('an unknown address and one that is not verified are refused', async () => {
  expect(await grant('nobody@example.com')).toEqual(refusal('NOT_FOUND'));
  outputOf(await auth.register('unproven@example.com'));
  expect(await grant('unproven@example.com')).toEqual(refusal('EMAIL_NOT_VERIFIED'));
});

describe('the command line', () => {
  const script = fileURLToPath(new URL('../../../scripts/admin.ts', import.meta.url));
  const admin = (...args: string[]) => {
    const env = { ...process.env, NATS_URL: auth.natsUrl, ...signingKeys('operator') };
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
      env,
      encoding: 'utf8',
    });
    return { status, said: `${stdout}${stderr}` };
  };

  test('grants, lists and revokes', async () => {
    const { userId } = await auth.signUp('operator');
    expect(admin('grant', 'operator@example.com')).toEqual({
      status: 0,
      said: 'operator@example.com is an admin now.\n',
    });
    const listed = admin('list').said;
    expect(listed).toContain(`operator@example.com  operator  ${userId}  by role\n`);
    expect(listed).toContain('by ADMIN_EMAILS\n');
    expect(admin('revoke', 'operator@example.com').said).toBe(
      'operator@example.com no longer has the role.\n',
    );
  });

  test('makes support, and an admin of it, and locks and unlocks even the last admin', async () => {
    const { userId } = await auth.signUp('helping');
    const email = 'helping@example.com';
    expect(admin('grant', email, '--support').said).toBe(`${email} is support now.\n`);
    expect(admin('list').said).toContain(`${email}  helping  ${userId}  support by role\n`);
    expect(admin('grant', email).said).toBe(`${email} is an admin now.\n`);
    expect(admin('lock', email).said).toBe(`${email} is locked now, and logged out everywhere.\n`);
    expect(await auth.login('helping')).toEqual(refusal('ACCOUNT_LOCKED'));
    expect(admin('grant', email).said).toBe(`The account ${email} is locked.\n`);
    expect(admin('lock', email).said).toBe(`${email} is locked already.\n`);
    expect(admin('unlock', email).said).toBe(`${email} can log in again.\n`);
    expect(await isAdmin(await auth.logIn('helping'))).toBe(false);
  });

  test('says what is wrong', () => {
    expect(admin('lock', 'nobody@example.com').said).toBe('No account has the address nobody@example.com.\n');
    expect(admin('lock', 'nobody@example.com', '--support').status).toBe(2);
    expect(admin('grant', 'nobody@example.com')).toEqual({
      status: 1,
      said: 'No account has the address nobody@example.com.\n',
    });
  });
});

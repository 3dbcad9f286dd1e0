// An account through the whole product: its data can be exported, and is gone permanently once it is deleted.
import { randomUUID } from 'node:crypto';
import { WELCOME_CREDITS_VUT } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { openClient, PASSWORD, type RegisteredUser, registerUser } from '../api-client.ts';
import { endOfRun, MOMENTUM, saveStrategy, untilStep } from '../backtest-story.ts';
import { auditLedger } from '../ledger-audit.ts';
import { mailedLink } from '../mailbox.ts';
import { runningSystem } from '../running-system.ts';

const CANARY = `canary${randomUUID().slice(0, 8)}`;
const CODE = MOMENTUM.replace('Momentum', CANARY);
const SLOW_CODE = CODE.replace('settings):\n', 'settings):\n    import time; time.sleep(4)\n');

const exported = async (user: RegisteredUser): Promise<string> => {
  const answer = await user.call('exportAccount', {});
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="tradeium-export-.*\.json"$/,
  );
  return JSON.stringify(answer.body);
};

test('the export has everything that its user made, and nothing of other users', async () => {
  const [user, other] = await Promise.all([registerUser(runningSystem()), registerUser(runningSystem())]);
  const input = { ...(await saveStrategy(user, CODE)), run_id: `run-${randomUUID()}` };
  expect((await endOfRun(user, input, 60_000)).body).toMatchObject({ success: true });
  await expect.poll(() => exported(user)).toContain('"status":"completed"');
  const own = await exported(user);
  for (const mine of [
    user.email,
    user.userId,
    input.backtest_id,
    input.run_id,
    JSON.stringify(CODE).slice(1, -1),
  ])
    expect(own).toContain(mine);
  expect(own).toContain(String(WELCOME_CREDITS_VUT));
  expect(own).not.toContain(other.email);
  const others = await exported(other);
  for (const mine of [user.email, user.userId, CANARY, input.run_id]) expect(others).not.toContain(mine);
});

test('a deleted account is gone for everybody, and the ledger still adds up', async () => {
  const user = await registerUser(runningSystem());
  const input = { ...(await saveStrategy(user, SLOW_CODE)), run_id: `run-${randomUUID()}` };
  const running = endOfRun(user, input, 60_000);
  await untilStep(user, input.run_id, 'running_strategy');
  expect(await user.call('deleteAccount', { password: 'not the one' })).toMatchObject({
    status: 403,
    code: 'CURRENT_PASSWORD_WRONG',
  });
  expect((await user.call('deleteAccount', { password: PASSWORD })).status).toBe(200);
  expect((await running).status).toBeGreaterThanOrEqual(400);
  expect(await user.call('getMe', {})).toMatchObject({ status: 401 });
  const gone = await openClient(runningSystem()).call('login', { email: user.email, password: PASSWORD });
  expect(gone).toMatchObject({ status: 401, code: 'INVALID_CREDENTIALS' });

  const again = openClient(runningSystem());
  await again.get('register', { email: user.email, password: PASSWORD });
  const link = new URL(await mailedLink(runningSystem().mail, user.email, 'verify-email', 2));
  await again.get('verifyEmail', { token: link.searchParams.get('token') ?? '' });
  await again.get('login', { email: user.email, password: PASSWORD });
  const newcomer = JSON.stringify((await again.call('exportAccount', {})).body);
  for (const former of [user.userId, CANARY, input.run_id]) expect(newcomer).not.toContain(former);
  expect(await again.call('cancelRun', { run_id: input.run_id })).toMatchObject({ status: 404 });

  // Credits that are given to somebody later have come: those of the same mailbox were given once.
  await registerUser(runningSystem());
  expect((await again.get('getBalance', {})).subscription.vut_remaining).toBe(0);

  const audit = async () => (await auditLedger(runningSystem())).problems;
  await expect.poll(audit, { interval: 500 }).toEqual([]);
});

// Operators on the running product: who gets in in which state, what is done once, and what is left of an erased account.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AdminAction, MESSAGES, type RouteInput, WELCOME_CREDITS_VUT } from '@tradeium/contracts';
import jsonwebtoken from 'jsonwebtoken';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { type ApiAnswer, openClient, PASSWORD, type RegisteredUser, registerUser } from '../api-client.ts';
import { endOfRun, MOMENTUM, saveStrategy } from '../backtest-story.ts';
import { openBus } from '../bus.ts';
import { auditLedger } from '../ledger-audit.ts';
import { giveRole, registerOperator } from '../operators.ts';
import { crash, runningSystem } from '../running-system.ts';

const REASON = 'A story of the tests';
const RUN_TIMEOUT_MS = 60_000;
const BACK = { timeout: 45_000, interval: 200 };

const client = () => openClient(runningSystem());
const newOperator = () => registerOperator(runningSystem(), 'admin');

let operator: RegisteredUser;
beforeAll(async () => {
  operator = await newOperator();
});

type Role = 'user' | 'support' | 'admin';

const registerAs = async (role: Role): Promise<RegisteredUser> => {
  const account = await registerUser(runningSystem());
  if (role !== 'user') await giveRole(runningSystem(), account, role);
  return account;
};

const lock = ({ userId: id }: RegisteredUser) =>
  operator.call('lockUser', { id, reason: REASON, password: PASSWORD });
const unlock = ({ userId: id }: RegisteredUser) =>
  operator.call('unlockUser', { id, reason: REASON, password: PASSWORD });
const logIn = ({ email }: RegisteredUser) => client().call('login', { email, password: PASSWORD });
const creditsOf = async (user: RegisteredUser) =>
  (await user.get('getBalance', {})).subscription.vut_remaining;

/** The answers to a user's, an operator's and an admin's request. */
const statuses = async (account: Pick<RegisteredUser, 'call'>): Promise<readonly number[]> => {
  const answers = await Promise.all([
    account.call('getMe', {}),
    account.call('getBalance', {}),
    account.call('listAudit', {}),
    account.call('endUserSessions', { id: 'nobody', reason: REASON }),
  ]);
  return answers.map(({ status }) => status);
};
const OUTSIDE = [401, 401, 401, 401];
/** An admin gets as far as to hear that nobody has this id. */
const INSIDE: Readonly<Record<Role, readonly number[]>> = {
  user: [200, 200, 403, 403],
  support: [200, 200, 200, 403],
  admin: [200, 200, 200, 404],
};

describe.for(['user', 'support', 'admin'] as const)('an account with the rights of %s', (role) => {
  test('does what it may, nothing while it is locked, and what a user may once it is unlocked', async () => {
    const account = await registerAs(role);
    await expect.poll(() => statuses(account)).toEqual(INSIDE[role]);
    expect(await lock(account)).toMatchObject({ status: 200, body: { changed: true } });
    await expect.poll(() => statuses(account)).toEqual(OUTSIDE);
    expect(await logIn(account)).toMatchObject({ status: 403, code: 'ACCOUNT_LOCKED' });
    expect(await client().call('login', { email: account.email, password: 'not the one' })).toMatchObject({
      status: 401,
      code: 'INVALID_CREDENTIALS',
    });
    expect((await unlock(account)).status).toBe(200);
    expect(await statuses(account)).toEqual(OUTSIDE);
    expect((await account.call('login', { email: account.email, password: PASSWORD })).status).toBe(200);
    // The lock has taken the role.
    expect(await statuses(account)).toEqual(INSIDE.user);
  });

  test('does nothing once it is deleted', async () => {
    const account = await registerAs(role);
    expect((await account.call('deleteAccount', { password: PASSWORD })).status).toBe(200);
    await expect.poll(() => statuses(account)).toEqual(OUTSIDE);
    expect(await logIn(account)).toMatchObject({ status: 401, code: 'INVALID_CREDENTIALS' });
    expect((await lock(account)).status).toBe(404);
  });

  test('does nothing with a session that has expired', async () => {
    const account = await registerAs(role);
    const secrets = readFileSync(join(inject('systemHome'), 'secrets.json'), 'utf8');
    const { SESSION_SECRET } = JSON.parse(secrets) as { SESSION_SECRET: string };
    const { headers } = await logIn(account);
    const [pair = ''] = (headers.get('set-cookie') ?? '').split(';', 1);
    const at = pair.indexOf('=');
    const claims = jsonwebtoken.decode(pair.slice(at + 1)) as jsonwebtoken.JwtPayload;
    const now = Math.floor(Date.now() / 1000);
    const cookieOf = (exp: number) =>
      `${pair.slice(0, at)}=${jsonwebtoken.sign({ ...claims, exp }, SESSION_SECRET)}`;
    const statusWith = async (cookie: string) =>
      (await client().send('/auth/me', { method: 'GET', headers: { cookie } })).status;
    expect(await statusWith(cookieOf(now + 60))).toBe(200);
    const expired = cookieOf(now - 60);
    expect(await statusWith(expired)).toBe(401);
    const audit = await client().send('/admin/audit', { method: 'GET', headers: { cookie: expired } });
    expect(audit.status).toBe(401);
  });
});

test('of two admins who take the role from each other at once, one stays', async () => {
  const pair = await Promise.all([newOperator(), newOperator()]);
  const [one, other] = pair;
  const bus = await openBus(runningSystem(), operator.userId);
  const admins = async () =>
    (await bus.ask(MESSAGES.listAdmins, {})).admins.filter(({ role }) => role === 'admin');
  for (const { email, user_id } of await admins())
    if (!pair.some(({ userId }) => userId === user_id)) await bus.ask(MESSAGES.revokeAdmin, { email });
  const demote = (by: RegisteredUser, { userId: id }: RegisteredUser) =>
    by.call('changeUserRole', { id, role: null, reason: REASON, password: PASSWORD });
  const answers = await Promise.all([demote(one, other), demote(other, one)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.find(({ status }) => status !== 200)?.code).toBeOneOf([
    'LAST_ADMIN',
    'FORBIDDEN',
    'UNAUTHORIZED',
  ]);
  const left = await admins();
  expect(left).toHaveLength(1);
  expect(pair.map(({ userId }) => userId)).toContain(left[0]?.user_id);
  const last = pair.find(({ userId }) => userId === left[0]?.user_id) as RegisteredUser;
  await giveRole(runningSystem(), operator, 'admin');
  await expect.poll(() => statuses(operator)).toEqual(INSIDE.admin);
  // With a second admin the last one is no longer the last.
  expect((await demote(operator, last)).status).toBe(200);
  await bus.close();
});

const grantInput = ({ userId }: RegisteredUser, amount: number): RouteInput<'grantCreditsToUser'> => ({
  ...{ id: userId, user_id: userId },
  ...{ amount, description: REASON },
});

test('a grant that is sent twice with one key is credited once', async () => {
  const user = await registerUser(runningSystem());
  const options = { headers: { 'idempotency-key': randomUUID() } };
  const grant = () => operator.call('grantCreditsToUser', grantInput(user, 700), options);
  const both = await Promise.all([grant(), grant()]);
  const answers = [...both, await grant()];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(answers.map(({ body }) => (body as { action_id: string }).action_id)).size).toBe(1);
  await expect.poll(() => creditsOf(user)).toBe(WELCOME_CREDITS_VUT + 700);
  expect(await operator.call('grantCreditsToUser', grantInput(user, 701), options)).toMatchObject({
    status: 422,
    code: 'COMMAND_ID_REUSED',
  });
  const audit = (await operator.get('listAudit', { user_id: user.userId })) as AdminAction[];
  expect(audit.map(({ kind, state }) => `${kind} ${state}`)).toEqual(['grant-credits completed']);
});

const problemsOfLedger = async () => (await auditLedger(runningSystem())).problems;

test('a grant while its account is being erased is credited or refused, and nothing is left half done', async () => {
  const user = await registerUser(runningSystem());
  const [granted, deleted] = await Promise.all([
    operator.call('grantCreditsToUser', grantInput(user, 900)),
    user.call('deleteAccount', { password: PASSWORD }),
  ]);
  expect(deleted.status).toBe(200);
  expect(granted.code).toBeOneOf([undefined, 'USER_NOT_FOUND', 'ACCOUNT_CLOSED']);
  const states = async () =>
    ((await operator.get('listAudit', { user_id: user.userId })) as AdminAction[]).map(({ state }) => state);
  await expect.poll(states).not.toContain('ordered');
  await expect.poll(problemsOfLedger, { interval: 500 }).toEqual([]);
});

test('a locked account stops trading on paper', async () => {
  const user = await registerUser(runningSystem());
  const input = { ...(await saveStrategy(user, MOMENTUM)), run_id: `run-${randomUUID()}` };
  const { body } = await endOfRun(user, input, RUN_TIMEOUT_MS);
  await user.get('saveDeployment', {
    backtest_session_id: input.backtest_id,
    backtest_folder_name: (body as { filename: string }).filename,
    mode: 'paper',
    paper_capital_usdt: 10_000,
  });
  const deployed = async () =>
    (await operator.get('getUser', { id: user.userId })).deployments.map(({ status }) => status);
  await expect.poll(deployed).toEqual(['active']);
  expect((await lock(user)).status).toBe(200);
  await expect.poll(deployed).toEqual(['stopped']);
  expect((await unlock(user)).status).toBe(200);
  expect(await deployed()).toEqual(['stopped']);
});

const LISTS = [
  'listUsers',
  'listPayments',
  'listTrading',
  'listAllRuns',
  'listAllOrders',
  'listAudit',
  'listStorage',
] as const;

/** All that an operator can read: every list, every export, and everything about one account. */
const everything = async (id: string, name: string): Promise<readonly ApiAnswer[]> => {
  const answers = [
    ...LISTS.map((list) => operator.call(list, { limit: 500 })),
    operator.call('listUsers', { search: name }),
    operator.call('searchEverything', { q: id }),
    operator.call('searchEverything', { q: name }),
    operator.call('getUser', { id }),
    operator.call('getUserTimeline', { id, limit: 500 }),
    operator.call('getUserLedger', { id, limit: 500 }),
    operator.call('getOverview', {}),
    operator.call('getUsage', {}),
  ];
  // An operator exports few lists at a time.
  const exports: ApiAnswer[] = [];
  for (const list of ['users', 'payments', 'trading', 'audit'] as const)
    exports.push(await operator.call('exportList', { list }));
  return [...(await Promise.all(answers)), ...exports];
};

test('of an erased account operators read the figures, and neither address nor name', async () => {
  const user = await registerUser(runningSystem());
  const name = `canary_${randomUUID().slice(0, 8)}`;
  await user.get('updateProfile', { username: name });
  const input = await saveStrategy(user, `def strategy(c, s):\n    return ${name}\n`);
  await endOfRun(user, { ...input, run_id: `run-${randomUUID()}` }, RUN_TIMEOUT_MS);
  await user.get('createInvoice', { amount_usd: 10, credits_amount: 10_000 });
  await operator.get('grantCreditsToUser', { ...grantInput(user, 5), description: `For ${name}` });
  const said = async () => JSON.stringify((await everything(user.userId, name)).map(({ body }) => body));
  const found = async () => {
    const text = await said();
    return [user.email, name].filter((word) => text.includes(word));
  };
  await expect.poll(found, BACK).toEqual([user.email, name]);

  await user.get('deleteAccount', { password: PASSWORD });
  await expect.poll(found, BACK).toEqual([]);
  const answers = await everything(user.userId, name);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(await said()).toContain(user.userId);
  const page = await operator.get('getUser', { id: user.userId });
  expect(page.user.erased_at).not.toBeNull();
});

test('an action whose processes died before its end shows as not finished, and is finished once', async () => {
  const user = await registerUser(runningSystem());
  const ledger = runningSystem().processes['credits-ledger'] as number;
  const actions = async () => (await operator.get('listAudit', { user_id: user.userId })) as AdminAction[];
  const leaving = new AbortController();
  // The ledger takes the command and never answers.
  process.kill(ledger, 'SIGSTOP');
  const left = operator
    .call('grantCreditsToUser', grantInput(user, 300), { signal: leaving.signal })
    .catch(() => undefined);
  await expect.poll(async () => (await actions()).map(({ state }) => state)).toEqual(['ordered']);
  const back = [crash('admin').isBack, crash('credits-ledger').isBack];
  leaving.abort();
  await Promise.all([left, ...back]);

  const found = async () => actions().catch(() => []);
  await expect.poll(async () => (await found()).length, BACK).toBe(1);
  const [action] = await found();
  expect(action).toMatchObject({ kind: 'grant-credits', state: 'ordered', completed_at: null });
  const finish = () => operator.call('finishAction', { id: action?.id ?? '' });
  await expect.poll(async () => (await finish()).status, BACK).toBe(200);
  await Promise.all([finish(), finish()]);
  await expect.poll(async () => (await actions()).map(({ state }) => state)).toEqual(['completed']);
  await expect.poll(() => creditsOf(user)).toBe(WELCOME_CREDITS_VUT + 300);
  await expect.poll(problemsOfLedger, { interval: 500 }).toEqual([]);
});

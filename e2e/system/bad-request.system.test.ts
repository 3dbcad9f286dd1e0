// Requests that are malformed, too large, forged or out of place, through the whole system: each a clear refusal.
import { ERRORS, type ErrorCode, ROUTES, type Route, type RouteName } from '@tradeium/contracts';
import { beforeAll, describe, expect, test } from 'vitest';
import { openClient, type RawRequest, type RegisteredUser, registerUser } from '../api-client.ts';
import { runningSystem } from '../running-system.ts';

let user: RegisteredUser;
let chatId: string;
beforeAll(async () => {
  user = await registerUser(runningSystem());
  chatId = (await user.get('createChat', { name: 'A sound chat' })).id;
});

const routes = Object.entries(ROUTES) as [RouteName, Route][];
/** A path of the route that could be right. */
const pathOf = ({ path }: Route): string => path.replace(/\{\w+\}/g, 'some-id');

const detailOf = (body: unknown): unknown => (body as { detail?: unknown } | null)?.detail;

describe('a body that', () => {
  const chat = (body: unknown, headers = {}): [string, RawRequest] => [
    '/backtests/session',
    { method: 'POST', body, headers },
  ];
  const login = (body: unknown): [string, RawRequest] => ['/auth/login', { method: 'POST', body }];
  const code = (source: unknown): [string, RawRequest] => [
    '/backtests/CHAT/apply-strategy',
    { method: 'POST', body: { strategy_code: source } },
  ];
  const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const cases: [string, [string, RawRequest], ErrorCode][] = [
    ['breaks off', chat('{"name": "Alph'), 'MALFORMED_JSON'],
    ['is no JSON', chat('name=Alpha'), 'MALFORMED_JSON'],
    ['is of another type', chat('Alpha', { 'content-type': 'text/plain' }), 'UNSUPPORTED_MEDIA_TYPE'],
    [
      'is a form',
      chat('name=A', { 'content-type': 'application/x-www-form-urlencoded' }),
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['is a list', chat('["Alpha"]'), 'INVALID_REQUEST'],
    ['is a word', chat('"Alpha"'), 'INVALID_REQUEST'],
    ['is nested without end', chat(`{"name": ${nested}}`), 'CHAT_NAME_REQUIRED'],
    ['is too large', chat({ name: 'x'.repeat(65 * 1024) }), 'BODY_TOO_LARGE'],
    ['is far too large for a strategy', code('x'.repeat(1_100_000)), 'BODY_TOO_LARGE'],
    ['holds too large a strategy', code('#'.repeat(256 * 1024 + 1)), 'STRATEGY_CODE_TOO_LARGE'],
    ['holds a strategy too large in bytes', code('ä'.repeat(200_000)), 'STRATEGY_CODE_TOO_LARGE'],
    ['holds no strategy', code(' \n'), 'STRATEGY_CODE_REQUIRED'],
    ['holds a strategy that is a list', code(['x']), 'STRATEGY_CODE_REQUIRED'],
    ['has an unknown field', chat({ name: 'Alpha', admin: true }), 'INVALID_REQUEST'],
    ['has a number for a name', chat({ name: 12345 }), 'CHAT_NAME_REQUIRED'],
    ['has null for a name', chat({ name: null }), 'CHAT_NAME_REQUIRED'],
    ['asks the database for a name', chat({ name: { $gt: '' } }), 'CHAT_NAME_REQUIRED'],
    ['asks the database for a user', login({ email: { $gt: '' }, password: 'x' }), 'LOGIN_NAME_REQUIRED'],
    [
      'asks the database for a password',
      login({ email: 'a@b.de', password: { $ne: 1 } }),
      'PASSWORD_REQUIRED',
    ],
    ['changes what every object has', chat('{"__proto__": {"name": "Alpha"}}'), 'CHAT_NAME_REQUIRED'],
    ['changes how objects are made', chat('{"name": "Alpha", "constructor": {}}'), 'INVALID_REQUEST'],
  ];

  test.for(cases)('%s', async ([, [path, request], code]) => {
    const answer = await user.send(path.replace('CHAT', chatId), request);
    expect({ status: answer.status, code: answer.code }).toEqual({ status: ERRORS[code].status, code });
    expect(detailOf(answer.body)).toEqual(expect.stringMatching(/\S/));
  });
});

// spec: decisions.21
test.for([
  ['', 'Please enter a name for your backtest session'],
  ['   ', 'Please enter a name for your backtest session'],
  ['ab', 'Name must be at least 3 characters long'],
  ['x'.repeat(51), 'Name must be 50 characters or less'],
] as const)('a chat named %j is refused in the words of the product', async ([name, detail]) => {
  const created = await user.call('createChat', { name });
  expect({ status: created.status, detail: detailOf(created.body) }).toEqual({ status: 400, detail });
});

// spec: decisions.22
test.for([
  ['   ', 'Name cannot be empty'],
  ['x'.repeat(101), 'Name must be 100 characters or less'],
  ['a\0b', 'Name cannot contain invisible characters, or be . or ..'],
] as const)('nothing is renamed to %j, in the words of the product', async ([name, detail]) => {
  const answers = await Promise.all([
    user.call('renameChat', { id: chatId, name }),
    user.call('renameStrategy', { id: chatId, filename: 'strategy_a.py', new_filename: name }),
    user.call('renameFolder', { id: chatId, folderName: 'backtest_a', new_name: name }),
  ]);
  const refused = answers.map(({ status, body }) => ({ status, detail: detailOf(body) }));
  expect(refused).toEqual(answers.map(() => ({ status: 400, detail })));
});

describe('a chat id that', () => {
  test.for([
    ['does not exist', 'nobody-has-it', 404],
    ['every object has', 'constructor', 404],
    ['is every object’s parent', '__proto__', 404],
    ['is a wildcard', '*', 400],
    ['is a wildcard for the rest', '>', 400],
    ['reaches into another subject', 'a.b', 400],
    ['leaves the folder', '../../etc/passwd', 400],
    ['has a NUL', 'a\0b', 400],
    ['is a query', '{"$gt":""}', 400],
    ['is too long', 'x'.repeat(65), 400],
  ] as const)('%s', async ([, id, status]) => {
    const answers = await Promise.all([
      user.call('listFiles', { id }),
      user.call('getResults', { id }),
      user.call('renameChat', { id, name: 'Another name' }),
      user.call('applyStrategy', { id, strategy_code: 'x = 1' }),
      user.call('deleteChat', { id }),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([status, status, status, status, status]);
  });
});

test('an address that is malformed, or that does not exist, is refused as such', async () => {
  const broken = await user.send('/backtests/%zz/files', { method: 'GET' });
  expect(broken).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
  const unknown = await user.send('/api/no/such/thing', { method: 'POST', body: {} });
  expect(unknown).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  const queried = await user.send('/backtests?name[$gt]=', { method: 'GET' });
  expect(queried).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
});

describe('without a session', () => {
  const guarded = routes.filter(([, { auth }]) => auth !== 'public');
  // spec: decisions.49
  test.for(guarded)('%s answers 401', async ([, route]) => {
    const { method } = route;
    const answer = await openClient(runningSystem()).send(pathOf(route), {
      method,
      ...(method === 'GET' ? {} : { body: {} }),
    });
    expect(answer).toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
    expect(detailOf(answer.body)).toBe('Unauthorized - please login again');
  });
});

describe('sent by the page of another site', () => {
  const writing = routes.filter(([, { method, kind }]) => method !== 'GET' || kind === 'command');
  test.for(writing)('%s answers 403', async ([, route]) => {
    const isGet = route.method === 'GET';
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const answer = await user.send(pathOf(route), {
      method: route.method,
      headers: foreign,
      ...(isGet ? {} : { body: {} }),
    });
    expect(answer).toMatchObject({ status: 403, code: 'FORBIDDEN_ORIGIN' });
  });
});

describe('for operators only, and refused to a user:', () => {
  const forOperators = routes.filter(([, { auth }]) => auth === 'support' || auth === 'admin');
  test.for(forOperators)('%s', async ([, route]) => {
    const { method } = route;
    const answer = await user.send(pathOf(route), { method, ...(method === 'GET' ? {} : { body: {} }) });
    expect(answer).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  });
});

test('after all that, the user has the one chat that he made', async () => {
  const chats = await user.get('listChats', {});
  expect(chats.map(({ id, name }) => ({ id, name }))).toEqual([{ id: chatId, name: 'A sound chat' }]);
});

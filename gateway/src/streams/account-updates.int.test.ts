// Account updates as server-sent events: to their user only, from the opening on, while the session lives.

import {
  type AccountUpdate,
  ADMINISTRATION_UPDATE_SUBJECT,
  accountUpdateSubject,
  ROUTES,
} from '@tradeium/contracts';
import { sharedByTests } from '@tradeium/testing';
import { expect, test } from 'vitest';
import { eventsIn, readStream, startEdge, userNamed } from '../../tests/edge-under-test.ts';

const ann = userNamed('ann');

const edge = sharedByTests(startEdge);

const watch = (cookie: string, signal?: AbortSignal, headers?: Record<string, string>) =>
  edge.send(ROUTES.watchAccount.path, { cookie, ...(signal && { signal }), ...(headers && { headers }) });

const publish = (userId: string, message: AccountUpdate | string) =>
  edge.nc.publish(
    accountUpdateSubject(userId),
    typeof message === 'string' ? message : JSON.stringify(message),
  );

const chats: AccountUpdate = { topic: 'chats', backtest_id: null };
const files: AccountUpdate = { topic: 'files', backtest_id: 'c1' };

// spec: live.16
test('an update reaches every stream of its user, and no other user', async () => {
  const bob = userNamed('bob');
  const open = await Promise.all([ann, ann, bob].map((user) => watch(edge.signIn(user))));
  expect(open.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(open[0]?.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  publish(ann.id, chats);
  publish(ann.id, files);
  publish(bob.id, { topic: 'balance', backtest_id: null });
  const [first, second, others] = open as [Response, Response, Response];
  expect(eventsIn(await readStream(first, 'c1"}\n\n'))).toEqual([chats, files]);
  expect(eventsIn(await readStream(second, 'c1"}\n\n'))).toEqual([chats, files]);
  expect(eventsIn(await readStream(others, '\n\n'))).toEqual([{ topic: 'balance', backtest_id: null }]);
});

test('nothing is lost between the opening and the first update', async () => {
  for (const cookie of Array.from({ length: 10 }, () => edge.signIn(ann))) {
    const response = await watch(cookie);
    publish(ann.id, chats);
    expect(await readStream(response, '\n\n')).toContain('chats');
  }
});

test('messages that are not updates are not passed on', async () => {
  const response = await watch(edge.signIn(ann));
  publish(ann.id, 'not JSON');
  publish(ann.id, '{"secret":1}');
  publish(ann.id, chats);
  expect(await readStream(response, 'chats')).not.toContain('secret');
});

test('what operators read of all accounts reaches operators only, and no longer once their role is taken', async () => {
  const ada = userNamed('ada');
  const cookie = edge.signIn(ada);
  const administration: AccountUpdate = { topic: 'administration', backtest_id: null };
  const tell = async () => {
    edge.nc.publish(ADMINISTRATION_UPDATE_SUBJECT, JSON.stringify(administration));
    publish(ada.id, chats);
    await edge.nc.flush();
  };
  edge.roles.set(ada.id, 'admin');
  const [asOperator, staying] = await Promise.all([watch(cookie), watch(cookie)]);
  await tell();
  const text = await readStream(asOperator, 'chats"');
  expect(eventsIn(text)).toEqual([administration, chats]);
  const leaving = readStream(staying);
  await edge.setRole(ada, null);
  await leaving;
  const [, id = ''] = /^id: (.*)$/m.exec(text) ?? [];
  const again = await watch(cookie, undefined, { 'last-event-id': id });
  // Where the stream is over, browsers open a new one.
  const asUser = again.status === 204 ? await watch(cookie) : again;
  await tell();
  expect(await readStream(asUser, 'chats')).not.toContain('administration');
});

test('there are no updates without a session', async () => {
  expect((await edge.send(ROUTES.watchAccount.path)).status).toBe(401);
});

// spec: live.17
test('the stream ends with its session, not with others of the user', async () => {
  const [ending, staying] = await Promise.all([
    watch(edge.signIn(ann, 's-ending')),
    watch(edge.signIn(ann, 's-staying')),
  ]);
  await edge.endSession('s-ending');
  expect(await readStream(ending)).toBe('');
  publish(ann.id, chats);
  expect(await readStream(staying, '\n\n')).toContain('chats');
});

// spec: live.18
test('a user has at most twenty streams open, and room again when one closes', async () => {
  const eve = userNamed('eve');
  const cookie = edge.signIn(eve);
  const leaving = new AbortController();
  const open = await Promise.all(
    Array.from({ length: 20 }, (_, index) => watch(cookie, index === 0 ? leaving.signal : undefined)),
  );
  expect(open.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect((await watch(cookie)).status).toBe(429);
  expect((await watch(edge.signIn(ann, 's-other'))).status).toBe(200);
  leaving.abort();
  await expect.poll(async () => (await watch(cookie)).status).toBe(200);
});

test('a stream sends heartbeats, and ends with a session whose end was missed', async () => {
  const other = await startEdge([], { STREAM_HEARTBEAT_MS: '100' });
  try {
    const cookie = other.signIn(ann, 's-missed');
    const response = await other.send(ROUTES.watchAccount.path, { cookie });
    expect(await readStream(response, '\n\n')).toBe(': heartbeat\n\n');
    const again = await other.send(ROUTES.watchAccount.path, { cookie });
    const reading = readStream(again);
    await other.endSession('s-missed');
    await reading;
    expect((await other.send(ROUTES.watchAccount.path, { cookie })).status).toBe(401);
  } finally {
    await other.close();
  }
});

test('updates that a client has missed come when it is back, on another gateway too', async () => {
  const other = await edge.addGateway();
  const cookie = edge.signIn(userNamed('gil'));
  try {
    const leaving = new AbortController();
    const first = await watch(cookie, leaving.signal);
    publish('user-gil', chats);
    const [, id = ''] = /^id: (.*)$/m.exec(await readStream(first, '\n\n')) ?? [];
    leaving.abort();
    publish('user-gil', files);
    const headers = { 'last-event-id': id };
    const again = await other.send(ROUTES.watchAccount.path, { cookie, headers });
    expect(eventsIn(await readStream(again, '\n\n'))).toEqual([files]);
  } finally {
    await other.close();
  }
});

test('a stream ends when updates may have been missed, so that it is reopened', async () => {
  const other = await startEdge();
  try {
    const response = await other.send(ROUTES.watchAccount.path, { cookie: other.signIn(ann) });
    const reading = readStream(response);
    await other.parts.nc.reconnect();
    expect(await reading).toBe('');
  } finally {
    await other.close();
  }
});

test('streams end when the gateway does', async () => {
  const other = await startEdge();
  const response = await other.send(ROUTES.watchAccount.path, { cookie: other.signIn(ann) });
  const reading = readStream(response);
  await other.close();
  // One that is cut off rejects.
  await expect(reading).resolves.toBeDefined();
});

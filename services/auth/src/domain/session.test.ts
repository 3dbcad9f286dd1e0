// A session begins once and ends once.
import type { SessionEvent } from '@tradeium/contracts';
import { specify } from '@tradeium/testing';
import { expect, test } from 'vitest';
import { decideSession, isLive, type Session, type SessionCommand, sessionAggregate } from './session.ts';

const { given } = specify(sessionAggregate, '2026-03-01T12:00:00.000Z');
const sessionId = 'session-1';
const userId = 'user-1';

const started: SessionEvent = {
  type: 'SessionStarted',
  data: { sessionId, userId, expiresAt: '2026-03-31T12:00:00.000Z' },
};
const ended: SessionEvent = { type: 'SessionEnded', data: { sessionId, userId } };

const deciding = (command: SessionCommand) => (session: Session, now: string) =>
  decideSession(command, session, now);
const start = deciding({ type: 'StartSession', sessionId, userId });
const end = deciding({ type: 'EndSession', sessionId });

test('starting gives it 30 days', () => given().when(start).emits(started));
test('it starts once', () => given(started).when(start).emitsNothing());
test('ending names whose it was', () => given(started).when(end).emits(ended));
test('it ends once, and does not start again', () => {
  given(started, ended).when(end).emitsNothing();
  given(started, ended).when(start).emitsNothing();
});
test('an unknown one needs no end', () => given().when(end).emitsNothing());
test('it lives until it is ended or its time is up', () => {
  const justBefore = '2026-03-31T11:59:59.999Z';
  expect(isLive(given().state(), justBefore)).toBe(false);
  expect(isLive(given(started).state(), justBefore)).toBe(true);
  expect(isLive(given(started).state(), '2026-03-31T12:00:00.000Z')).toBe(false);
  expect(isLive(given(started, ended).state(), justBefore)).toBe(false);
});

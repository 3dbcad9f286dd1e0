// What each event does to a session's document.
import type { SessionEvent } from '@tradeium/contracts';
import { projected } from '@tradeium/testing';
import { expect, test } from 'vitest';
import { sessionsProjection } from './sessions.ts';

const data = { sessionId: 'session-1', userId: 'user-1' };
const expiresAt = '2026-03-31T12:00:00.000Z';
const started: SessionEvent = { type: 'SessionStarted', data: { ...data, expiresAt } };

test('SessionStarted keeps whose it is and until when', () =>
  expect(projected(sessionsProjection, [started])).toEqual({
    'session-1': { userId: 'user-1', expiresAt, isEnded: false },
  }));
test('SessionEnded marks it', () =>
  expect(projected(sessionsProjection, [started, { type: 'SessionEnded', data }])).toEqual({
    'session-1': { userId: 'user-1', expiresAt, isEnded: true },
  }));

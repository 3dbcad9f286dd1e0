// A blob is of no use once every chat and run that refers to it is gone.
import type { RunEvent, WorkspaceEvent } from '@tradeium/contracts';
import { projected } from '@tradeium/testing';
import { expect, test } from 'vitest';
import { blobUsesProjection } from './blob-uses.ts';

const digest = (letter: string) => letter.repeat(64);
const ids = { runId: 'r1', chatId: 'c1', userId: 'u1' };
const saved = (version: number, code: string): WorkspaceEvent => ({
  type: 'StrategyFileSaved',
  data: { userId: 'u1', chatId: 'c1', filename: 'strategy_a.py', version, code, size: 1 },
});
const deleted: WorkspaceEvent = { type: 'ChatDeleted', data: { userId: 'u1', chatId: 'c1' } };
const run = (event: RunEvent) => ({ event, aggregate: 'run' });
const started = run({
  type: 'RunStarted',
  data: {
    ...ids,
    strategyFilename: 'strategy_a.py',
    strategyVersion: 1,
    code: digest('a'),
    privateStrategyId: null,
    settings: {
      portfolio: ['USDT', 'BTC'],
      timeframe: '24h',
      fees: 0,
      start_date: '2024-01-01',
      end_date: '2024-01-02',
    },
  },
});
const failed = run({
  type: 'RunFailed',
  data: { ...ids, strategyError: 'no', line: 1, refusal: null, report: digest('d') },
});
const erased = run({ type: 'RunErased', data: ids });

test('every version of a file is of use until its chat is deleted', () => {
  const digests = [digest('a'), digest('b')];
  const versions = [saved(1, digest('a')), saved(2, digest('b')), saved(3, digest('a'))];
  expect(projected(blobUsesProjection, versions)).toEqual({ 'chat:c1': { digests, isOver: false } });
  expect(projected(blobUsesProjection, [...versions, deleted])).toEqual({
    'chat:c1': { digests, isOver: true },
  });
});

test('a run uses its code and its report until it is erased, also after its chat was deleted', () => {
  const digests = [digest('a'), digest('d')];
  const facts = [saved(1, digest('a')), started, failed, deleted];
  expect(projected(blobUsesProjection, facts)).toMatchObject({ 'run:r1': { digests, isOver: false } });
  expect(projected(blobUsesProjection, [...facts, erased])).toMatchObject({
    'run:r1': { digests, isOver: true },
  });
});

test('a chat without files leaves nothing to remove', () => {
  expect(projected(blobUsesProjection, [deleted])).toEqual({});
});

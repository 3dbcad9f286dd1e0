// The schedule of a deployment: after each close, never twice at once, and nothing that is late by half a period.
import { TIMEFRAME_MS, TIMEFRAMES, type Timeframe } from '@tradeium/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { created, ids } from '../../fixtures/deployment-story.ts';
import { rebalanceActivities } from '../activities/run-rebalance.ts';
import { AFTER_CLOSE_MS, newestClose, nextRebalance } from '../domain/bar-times.ts';
import { decideDeployment } from '../domain/deployment.ts';
import { type Deployment, emptyDeployment } from '../domain/deployment-state.ts';
import { evolveDeployment } from '../domain/evolve-deployment.ts';
import { jitterOf, scheduleOf } from './keep-schedule.ts';

const JITTER_MAX_MS = 30_000;
const timeframe = fc.constantFrom(...TIMEFRAMES);
const deploymentId = fc.stringMatching(/^[\w-]{22}$/);
const time = fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2040-01-01') });

/** A deployment without a calendar. */
const onBars = (each: Timeframe) => {
  const events = decideDeployment(created(), emptyDeployment, new Date(0).toISOString());
  if (!Array.isArray(events)) throw new Error('refused');
  const deployment = events.reduce<Deployment>(evolveDeployment, emptyDeployment);
  if (!deployment.created) throw new Error('not created');
  const settings = { ...deployment.created.settings, timeframe: each };
  return { ...deployment, created: { ...deployment.created, settings } };
};

describe('a schedule', () => {
  test.each(TIMEFRAMES)(
    'of %s catches up for half a period, runs once at a time, and outlives failures',
    (each) => {
      const { policies, action } = scheduleOf(ids, each, 1);
      expect(policies).toEqual({ overlap: 'SKIP', catchupWindow: TIMEFRAME_MS[each] / 2 });
      expect(action.args).toEqual([ids]);
    },
  );

  // spec: trading.51
  test('fires within half a minute from the time that the page says, however many there are', () => {
    fc.assert(
      fc.property(timeframe, deploymentId, time, fc.nat(5_000), (each, id, nowMs, scheduled) => {
        const [{ every, offset }] = scheduleOf({ ...ids, deploymentId: id }, each, scheduled).spec
          .intervals as [{ every: number; offset: number }];
        const sinceFiring = (((nowMs - offset) % every) + every) % every;
        const firesMs = nowMs + (sinceFiring === 0 ? 0 : every - sinceFiring);
        const afterCloseMs = firesMs - newestClose(each, firesMs);
        expect(afterCloseMs).toBeGreaterThanOrEqual(AFTER_CLOSE_MS);
        expect(afterCloseMs).toBeLessThan(AFTER_CLOSE_MS + JITTER_MAX_MS);
        const saidMs = nextRebalance(onBars(each), firesMs - afterCloseMs);
        expect(firesMs - saidMs).toBeGreaterThanOrEqual(0);
        expect(firesMs - saidMs).toBeLessThan(JITTER_MAX_MS);
      }),
    );
  });
});

describe('the moment after the close', () => {
  test('of a few deployments does not wait for the others', () => {
    const ids = Array.from({ length: 40 }, (_, index) => `deployment-${index}`);
    expect(jitterOf('alone', 1)).toBeLessThan(50);
    expect(Math.max(...ids.map((id) => jitterOf(id, ids.length)))).toBeLessThan(2_000);
  });

  test('of a thousand deployments is spread over half a minute', () => {
    const jitters = Array.from({ length: 1_000 }, (_, index) => jitterOf(`deployment-${index}`, 1_000));
    const perSecond = Array.from(
      { length: 30 },
      (_, second) => jitters.filter((ms) => Math.floor(ms / 1_000) === second).length,
    );
    expect(Math.max(...jitters)).toBeLessThan(30_000);
    expect(Math.max(...perSecond)).toBeLessThan(80);
  });
});

// spec: trading.51
test('a firing that comes late by more than half a period does nothing; an earlier one decides on its own bar', async () => {
  const each = '24h';
  const state = onBars(each);
  const half = TIMEFRAME_MS[each] / 2;
  await fc.assert(
    fc.asyncProperty(time, fc.integer({ min: 0, max: 2 * half }), async (scheduledMs, lateMs) => {
      const deployments = { load: async () => ({ state }) };
      const now = () => new Date(scheduledMs + lateMs);
      const { dueRebalance } = rebalanceActivities({ deployments, now } as never);
      const job = await dueRebalance(ids, scheduledMs);
      if (lateMs > half) expect(job).toBeNull();
      else expect(job?.barClose).toBe(new Date(newestClose(each, scheduledMs)).toISOString());
    }),
  );
});

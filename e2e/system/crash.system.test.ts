// Kills each process of the running system in the middle of a backtest or a reply, and checks that nothing is lost or doubled.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ExecuteInput, ExecuteResponse, RunStep } from '@tradeium/contracts';
import { PROCESS_NAMES } from '@tradeium/embedded';
import { until } from '@tradeium/testing/until';
import { afterAll, describe, expect, test } from 'vitest';
import { beginReply, nextReply, stoppedReply } from '../agent-story.ts';
import { type ApiAnswer, registerUser } from '../api-client.ts';
import {
  aftermathOf,
  endOfRun,
  endOfStudy,
  firstPointsOf,
  MOMENTUM,
  runFiguresOf,
  SLOW_MOMENTUM,
  STUDIED_MOMENTUM,
  type Study,
  type StudyInput,
  saveStrategy,
  statisticsAlone,
  untilStep,
} from '../backtest-story.ts';
import { auditLedger } from '../ledger-audit.ts';
import { expectOneOutcome } from '../run-outcome.ts';
import { crash, type ProcessName, runningSystem } from '../running-system.ts';

/** When a process is killed: as soon as the run reports a step, or some time into it. */
type CrashPoint = { step: RunStep; intoStepMs?: number; settings?: Partial<ExecuteInput> };

const inStrategy: CrashPoint = { step: 'running_strategy', intoStepMs: 400 };
/** Candles that no run has used yet: they take seconds to load. */
const firstCandles: Partial<ExecuteInput> = { timeframe: '1h', portfolio: ['USDT', 'BTC', 'DOGE'] };

/** Those that take part in a step are killed in it, all others while a strategy runs. */
const crashPoints: Partial<Record<ProcessName, CrashPoint[]>> = {
  'credits-ledger': [{ step: 'reserving_credits' }, { step: 'writing_results' }],
  backtest: [
    { step: 'reserving_credits' },
    inStrategy,
    { step: 'writing_results' },
    { step: 'charging_credits' },
  ],
  'strategy-runner': [{ step: 'running_strategy' }, inStrategy],
  nats: [{ step: 'reserving_credits' }, inStrategy, { step: 'charging_credits' }],
  temporal: [{ step: 'reserving_credits' }, inStrategy, { step: 'writing_results' }],
  'stand-ins': [{ step: 'loading_candles', intoStepMs: 700, settings: firstCandles }],
};

/** In turns, so that no process is killed again before it is stable: its restarts would come with growing pauses. */
const cases = PROCESS_NAMES.flatMap((name) =>
  (crashPoints[name] ?? [inStrategy]).map((point, turn) => ({ name, turn, point, step: point.step })),
).sort((a, b) => a.turn - b.turn);

const RUN_TIMEOUT_MS = 90_000;
const WELL_TIMEOUT_MS = 45_000;
/** A reply whose process is gone counts as lost after 20 s. */
const REPLY_TIMEOUT_MS = 60_000;

const report: string[] = [];
afterAll(() => console.log(`\n${report.join('\n')}\n`));

/** Credits without the noise of sums of fractions. */
const vut = (value: number): number => Math.round(value * 1e6) / 1e6;
const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

describe('a backtest survives the end of', () => {
  test.for(cases)('$name while $step', ({ name, point }) => expectToSurvive([name], point));

  test('all processes at once', () => expectToSurvive(PROCESS_NAMES, inStrategy));
});

// spec: agents.14
test.for(['agent', 'gateway', 'credits-ledger', 'nats'] as const)(
  'a conversation survives the end of %s in the middle of a reply',
  async (name) => {
    const user = await registerUser(runningSystem());
    const reply = await beginReply(user, 'Hold the top 3 coins by momentum [fault: endless]');
    const killedAt = performance.now();
    await crash(name).isBack;
    const back = seconds(killedAt);
    const ended = await stoppedReply(user, reply, REPLY_TIMEOUT_MS);
    report.push(
      `${name} killed in a reply: ${ended.status} ${seconds(killedAt)} later, started again after ${back}`,
    );
    expect(ended.status).toBe(name === 'agent' ? 'interrupted' : 'stopped');
    expect(ended.cost_vut).toBeLessThanOrEqual(reply.atMost);
    const next = await nextReply(user, reply, 'Make me rich', WELL_TIMEOUT_MS);
    expect(next).toMatchObject({ type: 'complete', status: 'completed' });
    const history = () => user.get('getConversationHistory', { id: reply.conversationId });
    // The read model follows the reply that has just ended.
    await expect
      .poll(async () => (await history()).messages.map(({ role, status }) => `${role} ${status}`), {
        timeout: WELL_TIMEOUT_MS,
      })
      .toEqual(['user completed', `assistant ${ended.status}`, 'user completed', 'assistant completed']);
    const { messages } = await history();
    // Everything that is not charged is available again, so nothing is held.
    const charged = messages.reduce((sum, { cost_vut = 0 }) => sum + cost_vut, 0);
    const bookOf = async () => {
      const lines = await user.get('getCreditHistory', {});
      const { subscription } = await user.get('getBalance', {});
      const used = lines.reduce((sum, { vut_cost }) => sum + Math.max(0, vut_cost), 0);
      const granted = lines.reduce((sum, { vut_cost }) => sum + Math.max(0, -vut_cost), 0);
      return { used: vut(used), left: vut(subscription.vut_remaining - granted) };
    };
    await expect
      .poll(() => bookOf().catch((cause) => cause), { timeout: WELL_TIMEOUT_MS, interval: 200 })
      .toEqual({ used: vut(charged), left: vut(-charged) });
  },
);

const manyOf = (count: number) => ({ values: Array.from({ length: count }, (_, at) => at / 10_000) });

const STUDIES = {
  'a study': {
    method: 'grid',
    parameters: { days: { min: 20, max: 31, step: 1 } },
    settings: { fees: { values: [0, 0.002] } },
  },
  /** Simulated in some ten turns. */
  'a study of one execution': {
    method: 'grid',
    timeframe: '1h',
    settings: { fees: manyOf(25), slippage: manyOf(20) },
  },
  'a search': {
    method: 'optimise',
    goal: 'sharpe_ratio',
    parameters: { days: { min: 1, max: 90, step: 1 } },
    points: 24,
  },
} satisfies Record<string, Partial<StudyInput>>;

// Each has a part in a study: its activities, its strategy, its workflow. None is killed twice in a row.
test.for([
  ['a study', 'backtest'],
  ['a study', 'strategy-runner'],
  ['a study of one execution', 'backtest'],
  ['a study', 'temporal'],
  ['a search', 'backtest'],
] as const)(
  '%s survives the end of %s, with every point computed, counted and charged once',
  async ([kind, name]) => {
    const user = await registerUser(runningSystem());
    const input: StudyInput = {
      ...(await saveStrategy(user, STUDIED_MOMENTUM)),
      parameters: {},
      ...STUDIES[kind],
      study_id: `study-${randomUUID()}`,
    };
    const { study_id, points, cost_at_most_vut } = await user.get('startStudy', input);
    const before = await firstPointsOf(user, study_id);
    expect(before).toBeLessThan(points);
    const killedAt = performance.now();
    await crash(name).isBack;
    const back = seconds(killedAt);
    const study = await endOfStudy(user, study_id);
    report.push(
      `${name} killed after ${before} of ${points} points of ${kind}: ${study.status} ${seconds(killedAt)} later, started again after ${back}`,
    );
    expect(study).toMatchObject({ status: 'completed', done: points, trials: points });
    expect(study.points.map(({ index }) => index)).toEqual([...Array(points).keys()]);
    expect(study.cost_vut).toBeCloseTo(cost_at_most_vut, 6);
    // One charge for the whole study, and nothing is held.
    const aftermath = () => aftermathOf(user, { ...input, run_id: study_id });
    await expect
      .poll(() => aftermath().catch((cause) => cause), { timeout: WELL_TIMEOUT_MS, interval: 200 })
      .toEqual({ folders: 0, charges: 1, missing: 0 });
    const last = study.points.at(-1) as Study['points'][number];
    const alone = await statisticsAlone(user, input, last, `run-${randomUUID()}`);
    expect(alone).toMatchObject({ ...runFiguresOf(last), trials: points });
  },
);

test('two requests at once with one run id are one run and one charge', async () => {
  const user = await registerUser(runningSystem());
  const input = { ...(await saveStrategy(user, MOMENTUM)), run_id: `run-${randomUUID()}` };
  const [one, other] = await Promise.all([
    endOfRun(user, input, RUN_TIMEOUT_MS),
    endOfRun(user, input, RUN_TIMEOUT_MS),
  ]);
  expect(one.body).toMatchObject({ success: true });
  expect(other.body).toEqual(one.body);
  await expectOneOutcome(user, input, one);
});

test('a client whose gateway was killed gets its answer from the next one', async () => {
  const user = await registerUser(runningSystem());
  const input = { ...(await saveStrategy(user, SLOW_MOMENTUM)), run_id: `run-${randomUUID()}` };
  const brokenOff = user.call('executeBacktest', input);
  const rejected = expect(brokenOff).rejects.toThrow();
  await untilStep(user, input.run_id, 'running_strategy');
  crash('gateway');
  await rejected;
  const end = await endOfRun(user, input, RUN_TIMEOUT_MS);
  expect(end.body).toMatchObject({ success: true, run_id: input.run_id });
  await expectOneOutcome(user, input, end);
});

test('in the ledger, each completed run was charged once, each failed one never, and nothing is held', async () => {
  const { completed, underWay, problems } = await auditLedger(runningSystem());
  expect(problems).toEqual([]);
  expect(underWay).toBe(0);
  expect(completed).toBeGreaterThan(0);
});

/** Kills processes in the middle of a run: it ends exactly once, and the system heals on its own. */
const expectToSurvive = async (names: readonly ProcessName[], point: CrashPoint): Promise<void> => {
  const user = await registerUser(runningSystem());
  const strategy = await saveStrategy(user, SLOW_MOMENTUM);
  const input = { ...strategy, ...point.settings, run_id: `run-${randomUUID()}` };
  const ending = endOfRun(user, input, RUN_TIMEOUT_MS);
  const { step: reached } = await untilStep(user, input.run_id, point.step);
  await delay(point.intoStepMs ?? 0);
  const killedAt = performance.now();
  const restarts = names.map((name) => crash(name).isBack);
  const back = Promise.all(restarts).then(() => seconds(killedAt));
  const end = await ending;
  const ended = seconds(killedAt);
  const who = names.length === 1 ? names[0] : 'all processes';
  const line = `${who} killed while ${reached}: ${wordsOf(end)} ${ended} later, started again after ${await back}`;
  await expectOneOutcome(user, input, end);
  await expectToWork();
  report.push(`${line}, everything works after ${seconds(killedAt)}`);
};

const wordsOf = ({ status, code, body }: ApiAnswer): string =>
  (body as Partial<ExecuteResponse>).success ? 'completed' : `ended with ${code ?? status}`;

/** A new user registers, reads the mail, and runs a backtest: that needs every process. */
const expectToWork = async (): Promise<void> => {
  const completed = async () => {
    const user = await registerUser(runningSystem());
    const input = { ...(await saveStrategy(user, MOMENTUM)), run_id: `run-${randomUUID()}` };
    const { body } = await endOfRun(user, input, WELL_TIMEOUT_MS);
    expect(body).toMatchObject({ success: true });
    return true;
  };
  await until('a system that works', completed, { timeoutMs: WELL_TIMEOUT_MS });
};

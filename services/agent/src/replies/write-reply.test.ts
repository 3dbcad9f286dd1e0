// The bounds of one reply: rounds that ended are counted, prompts fit into the context, tools are called so often at most.
import { type ChatEvent, estimateRunCost, microVutOf } from '@tradeium/contracts';
import { silentLog } from '@tradeium/testing';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { EXAMPLE_REPLY } from '../../fixtures/example-reply.ts';
import { quickResult } from '../../fixtures/quick-result.ts';
import { type Model, ModelBroken, type ModelReply } from '../model/model.ts';
import { answerOf } from '../tools/run-backtest.ts';
import { free, tool } from '../tools/tool.ts';
import { openLiveReply } from './live-reply.ts';
import { usualSettings } from './usual-settings.ts';
import { type ReplyJob, writeReply } from './write-reply.ts';

const USAGE: ModelReply = {
  kind: 'usage',
  usage: { input: 100, cached: 0, output: 10 },
  isCounted: false,
  end: 'whole',
};
const callsOf = (count: number): ModelReply => ({
  kind: 'tool-calls',
  calls: Array.from({ length: count }, (_, at) => ({ id: `call-${at}`, name: 'look', input: {} })),
});

const look = tool({
  name: 'look',
  description: 'Looks.',
  scope: 'read',
  isOfChat: false,
  takesSettings: false,
  input: z.strictObject({}),
  triesCode: false,
  changesSomething: false,
  costAtMost: free,
  title: () => 'Look',
  run: async () => ({ content: 'Nothing.', detail: 'é'.repeat(8_000) }),
});

const broken = tool({
  ...look,
  name: 'broken',
  run: () => Promise.reject(new Error('a bug')),
});

const brokenRun = tool({
  ...broken,
  name: 'broken_run',
  input: z.strictObject({ code: z.string() }),
  triesCode: true,
  costAtMost: estimateRunCost,
});

const fails = tool({ ...look, name: 'fails', run: async () => ({ content: 'No.', hasFailed: true }) });

const tryOut = tool({
  ...look,
  name: 'try_out',
  triesCode: true,
  input: z.strictObject({ code: z.string() }),
  run: async (context, { code }) =>
    code === 'wrong'
      ? { content: 'Line 1: wrong', hasFailed: true }
      : answerOf(quickResult, { code }, context),
});

const jobOf = (stream: Model['stream'], contextTokens = 128_000): ReplyJob => {
  const model: Model = { name: 'scripted', isDemo: async () => false, tokensAtMost: () => 1_000, stream };
  const prices = { input: 1, cached: 1, output: 1 };
  return {
    model,
    agentModel: { name: 'scripted', prices, contextTokens, maxOutputTokens: 16_000 },
    tools: [look, broken, brokenRun, fails, tryOut],
    log: silentLog,
    schemas: [],
    messages: [{ role: 'user', content: 'Look' }],
    atMost: microVutOf(10_000_000),
    settings: usualSettings(new Date('2025-10-08T12:00:00Z')),
    filenames: [],
  } as unknown as ReplyJob;
};

/** Writes a reply with a model that answers each round as given. */
const write = async (round: (number: number) => readonly (ModelReply | Error)[], contextTokens?: number) => {
  let number = 0;
  const job = jobOf(async function* () {
    number += 1;
    for (const next of round(number)) {
      if (next instanceof Error) throw next;
      yield next;
    }
  }, contextTokens);
  const live = openLiveReply(EXAMPLE_REPLY);
  const failure = await writeReply(job, live).catch((cause: unknown) => cause);
  live.end();
  const events: ChatEvent[] = [];
  for await (const { event } of live.follow(new AbortController().signal)) events.push(event);
  return { failure, draft: live.draft(), events, rounds: number };
};

test('a round that fails counts apart from those that ended', async () => {
  const { failure, draft } = await write((number) =>
    number === 1 ? [callsOf(1), USAGE] : [{ kind: 'text', text: 'Well' }, USAGE, new ModelBroken('cut')],
  );
  expect(failure).toBeInstanceOf(ModelBroken);
  expect(draft).toMatchObject({ usage: { input: 100, output: 10 }, underWay: { input: 100, output: 10 } });
});

test('the prompt counts from the moment at which the model is asked, unless it could not be', async () => {
  const underWays: (number | undefined)[] = [];
  const job = jobOf(async function* ({ onAsked }) {
    for (const isAsked of [true, false, true]) {
      onAsked?.(isAsked);
      underWays.push(live.draft().underWay.input);
    }
    live.stop('stopped');
    yield* [];
    throw live.signal.reason;
  });
  const live = openLiveReply(EXAMPLE_REPLY);
  await expect(writeReply(job, live)).rejects.toThrow();
  const [asked] = underWays;
  expect(asked).toBeGreaterThan(0);
  expect(underWays).toEqual([asked, 0, asked]);
  expect(live.draft()).toMatchObject({ usage: { input: 0 }, underWay: { input: asked, output: 0 } });
});

// spec: strategies.57
test('what the model thinks is a step: no part of the text, of its claims or of the next prompt', async () => {
  const prompts: unknown[] = [];
  const job = jobOf(async function* ({ messages }) {
    prompts.push([...messages]);
    yield { kind: 'thinking', text: 'A Sharpe of ' };
    yield { kind: 'thinking', text: '3.5?' };
    if (prompts.length === 1) yield callsOf(1);
    else yield { kind: 'text', text: 'Nothing found.' };
    yield USAGE;
  });
  const live = openLiveReply(EXAMPLE_REPLY);
  await writeReply(job, live);
  const { text, steps, notices, usage } = live.draft();
  expect({ text, notices }).toEqual({ text: 'Nothing found.', notices: [] });
  expect(steps.map(({ title, status, detail }) => [title, status, detail?.slice(0, 20)])).toEqual([
    ['Thinking', 'done', 'A Sharpe of 3.5?'],
    ['Look', 'done', 'é'.repeat(20)],
    ['Thinking', 'done', 'A Sharpe of 3.5?'],
  ]);
  expect(new Set(steps.map(({ id }) => id)).size).toBe(3);
  expect(JSON.stringify(prompts)).not.toContain('Sharpe');
  expect(usage.output).toBe(20);
});

test('text that turns out to be thoughts becomes a step of its round', async () => {
  const prompts: unknown[] = [];
  const job = jobOf(async function* ({ messages }) {
    prompts.push([...messages]);
    yield { kind: 'text', text: 'A Sharpe of 3.5? ```python\nx = 1' };
    yield { kind: 'unsaid' };
    yield { kind: 'thinking', text: ' No.' };
    yield { kind: 'text', text: prompts.length === 1 ? 'I look.' : 'Nothing found.' };
    if (prompts.length === 1) yield callsOf(1);
    yield USAGE;
  });
  const live = openLiveReply(EXAMPLE_REPLY);
  await writeReply(job, live);
  const { text, steps, notices } = live.draft();
  expect({ text, notices }).toEqual({ text: 'I look.\n\nNothing found.', notices: [] });
  expect(steps.map(({ title, detail }) => [title, detail?.slice(-10)])).toEqual([
    ['Thinking', 'x = 1 No.'.padStart(10, '\n')],
    ['Look', 'é'.repeat(10)],
    ['Thinking', 'x = 1 No.'.padStart(10, '\n')],
  ]);
  expect(JSON.stringify(prompts)).not.toContain('Sharpe');
});

test('a prompt beyond the context of the model ends the reply with a notice', async () => {
  const { failure, draft, rounds } = await write(() => [USAGE], 512);
  expect(failure).toBeUndefined();
  expect(rounds).toBe(0);
  expect(draft.notices).toEqual([expect.stringContaining('no longer fits')]);
});

test('tools are called 8 times in a round and 40 times in a reply, and details stay within a message of the bus', async () => {
  const { draft } = await write(() => [callsOf(20), USAGE]);
  expect(draft.steps).toHaveLength(40);
  expect(draft.notices).toEqual([expect.stringContaining('as often as one reply may')]);
  expect(Buffer.byteLength(JSON.stringify(draft))).toBeLessThan(200_000);
});

test('a text without end is cut before it outgrows a message of the bus', async () => {
  const { draft } = await write(() =>
    Array.from({ length: 1_000 }, () => ({ kind: 'text', text: '\u0001'.repeat(500) })),
  );
  expect(Buffer.byteLength(JSON.stringify(draft))).toBeLessThan(400_000);
  expect(draft.notices).toEqual([expect.stringContaining('greatest length')]);
});

test.each<[string, readonly ModelReply[], string | undefined]>([
  ['ends without a word', [USAGE], 'without a word. It cost 0.00011 VUT.'],
  ['ends with spaces only', [{ kind: 'text', text: ' \n' }, USAGE], 'without a word'],
  [
    'is filtered',
    [
      { kind: 'text', text: 'Well' },
      { ...USAGE, end: 'filtered' },
    ],
    'rules on content',
  ],
  ['ends with a call that cannot be read', [{ ...USAGE, end: 'unreadable' }], 'cannot be read. It cost'],
  [
    'is cut',
    [
      { kind: 'text', text: 'Well' },
      { ...USAGE, end: 'cut' },
    ],
    'greatest length. It cost',
  ],
  ['ends well', [{ kind: 'text', text: 'Well' }, USAGE], undefined],
])('an answer that %s', async (_, round, words) => {
  const { draft } = await write(() => round);
  expect(draft.notices).toEqual(words === undefined ? [] : [expect.stringContaining(words)]);
});

test('a call whose input is not JSON is a failed step that says so', async () => {
  const unreadable: ModelReply = { kind: 'tool-calls', calls: [{ id: 'call', name: 'look', input: null }] };
  const { draft } = await write(roundsOf([unreadable]));
  expect(draft.steps).toMatchObject([{ status: 'failed', detail: expect.stringContaining('is not JSON') }]);
});

test('a result says what it ran on where its step holds the whole code, so that it can be kept', async () => {
  const tries = (code: string): ModelReply => ({
    kind: 'tool-calls',
    calls: [{ id: 'call', name: 'try_out', input: { code } }],
  });
  const rounds = [
    [tries('weights = 1'), USAGE],
    [tries('x'.repeat(60_000)), USAGE],
    [tries('y'.repeat(90_000)), USAGE],
    [USAGE],
  ];
  const { draft } = await write((number) => rounds[number - 1] ?? []);
  expect(draft.results.map(({ id, settings }) => [id, settings !== undefined])).toEqual([
    [`${EXAMPLE_REPLY.replyId}-1`, true],
    [`${EXAMPLE_REPLY.replyId}-2`, true],
    [`${EXAMPLE_REPLY.replyId}-3`, false],
  ]);
  expect(draft.steps[0]).toMatchObject({ id: draft.results[0]?.id, detail: 'weights = 1' });
});

const uses = (name: string, input: object = {}): ModelReply => ({
  kind: 'tool-calls',
  calls: [{ id: `call-${name}`, name, input: { ...input } }],
});
const roundsOf = (calls: readonly ModelReply[]) => (number: number) => {
  const call = calls[number - 1];
  return call ? [call, USAGE] : [USAGE];
};
const statuses = (draft: { readonly steps: readonly { tool: string; status: string }[] }) =>
  draft.steps.map(({ tool, status }) => `${tool} ${status}`);

test('a tool that throws has failed, and the reply goes on', async () => {
  const { failure, draft } = await write(roundsOf([uses('broken'), uses('look')]));
  expect(failure).toBeUndefined();
  expect(statuses(draft)).toEqual(['broken failed', 'look done']);
  expect(draft.hasMissedRun).toBe(false);
});

test('a backtest that throws is one that a fault here kept from running', async () => {
  const { draft } = await write(roundsOf([uses('broken_run', { code: 'weights = 1' })]));
  expect(statuses(draft)).toEqual(['broken_run failed']);
  expect(draft.hasMissedRun).toBe(true);
});

test('only code that fails uses up the tries: neither other tools that fail nor backtests that pass', async () => {
  const reads = Array.from({ length: 4 }, () => uses('fails'));
  const passed = Array.from({ length: 4 }, () => uses('try_out', { code: 'weights = 1' }));
  const { draft } = await write(roundsOf([...reads, ...passed, uses('try_out', { code: 'weights = 2' })]));
  expect(statuses(draft).slice(4)).toEqual(Array.from({ length: 5 }, () => 'try_out done'));
});

test('after a first try and three repairs that fail no more code is run', async () => {
  const wrong = Array.from({ length: 4 }, () => uses('try_out', { code: 'wrong' }));
  const { draft } = await write(roundsOf([...wrong, uses('try_out', { code: 'weights = 1' }), uses('look')]));
  expect(statuses(draft)).toEqual([...Array.from({ length: 5 }, () => 'try_out failed'), 'look done']);
  expect(draft.steps[4]?.detail).toContain('No more tries');
});

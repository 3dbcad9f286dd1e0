// Evaluates a model as Strategy agent: 60 ideas and ten vague or impossible ones, judged by behaviour; prints and keeps a table.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startModel } from '@tradeium/local/model';
import { openLog } from '@tradeium/service-kit';
import { z } from 'zod';
import { config } from '../services/agent/src/config.ts';
import { openModel } from '../services/agent/src/model/model-client.ts';
import { readPrompts } from '../services/agent/src/replies/prompts.ts';
import { runCommand, UsageError } from './command-line.ts';
import { evaluateIdea, type Verdict } from './evaluation/evaluate-idea.ts';
import { type Idea, idea } from './evaluation/judge.ts';
import { openMarket } from './evaluation/made-up-market.ts';

const USAGE = `npm run evaluate -- [--url <base address> --model <name>] [--only <number>,…]

Without --url the demo model is evaluated. A key is read from MODEL_API_KEY, prices from STRATEGY_MODEL_INPUT_VUT and so on.
The table is kept in docs/evaluations/<model>.md.`;

const IDEAS = 'scripts/evaluation/ideas.json';
const KEPT = 'docs/evaluations';
/** Each runs a sandbox. */
const AT_A_TIME = 2;
const DEMO = 'tradeium-demo';
/** Settings that the agent service needs to start, and the evaluation does not. */
const UNUSED = {
  NATS_URL: 'nats://127.0.0.1',
  MONGODB_URL: 'mongodb://127.0.0.1',
  TEMPORAL_ADDRESS: '127.0.0.1:7233',
  MASTER_KEY: Buffer.alloc(32).toString('base64'),
};

const readIdeas = async (): Promise<Idea[]> => z.array(idea).parse(JSON.parse(await readFile(IDEAS, 'utf8')));

const optionsOf = () => {
  const { values } = parseArgs({
    options: { url: { type: 'string' }, model: { type: 'string' }, only: { type: 'string' } },
  });
  if ((values.url === undefined) !== (values.model === undefined))
    throw new UsageError('--url and --model belong together.');
  if (values.url !== undefined && !URL.canParse(values.url))
    throw new UsageError(`--url is no URL: ${values.url}`);
  return { ...values, only: values.only?.split(',').map(Number) };
};

/** The numbers and what each gives, in the order of the numbers, a few at a time. */
const inTurn = async <T>(numbers: readonly number[], work: (number: number) => Promise<T>): Promise<T[]> => {
  const [results, waiting] = [new Map<number, T>(), [...numbers]];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      results.set(next, await work(next));
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  return numbers.map((number) => results.get(number) as T);
};

const sum = (verdicts: readonly Verdict[], value: (verdict: Verdict) => number): number =>
  verdicts.reduce((total, verdict) => total + value(verdict), 0);

/** The table as Markdown. */
export const tableOf = (model: string, verdicts: readonly Verdict[]): string => {
  const strategies = verdicts.filter(({ idea: { expect } }) => expect === 'strategy');
  const others = verdicts.filter(({ idea: { expect } }) => expect !== 'strategy');
  const right = (among: readonly Verdict[]) => among.filter(({ wrong }) => wrong.length === 0).length;
  const count = (among: readonly Verdict[], is: (verdict: Verdict) => boolean) =>
    `${among.filter(is).length} of ${among.length}`;
  const tokens = ['input', 'cached', 'output'] as const;
  const used = tokens.map((kind) => `${sum(verdicts, ({ usage }) => usage[kind])} ${kind}`);
  return [
    `# Evaluation of ${model}\n`,
    '| | |',
    '| --- | --- |',
    `| Strategies that run | ${count(strategies, ({ ran }) => ran)} |`,
    `| … without look-ahead or another critical finding | ${count(strategies, ({ causal }) => causal)} |`,
    `| … and do what was asked | ${right(strategies)} of ${strategies.length} |`,
    `| Questions and noes where they belong | ${right(others)} of ${others.length} |`,
    `| Tools used, an idea | ${(sum(verdicts, ({ steps }) => steps) / verdicts.length).toFixed(1)} |`,
    `| Tokens | ${used.join(', ')} |`,
    `| Cost, an idea | ${(sum(verdicts, ({ costVut }) => costVut) / verdicts.length).toFixed(2)} VUT |`,
    `| Time, an idea | ${(sum(verdicts, ({ seconds }) => seconds) / verdicts.length).toFixed(1)} s |`,
    '\n| Idea | Wanted | Outcome |',
    '| --- | --- | --- |',
    ...verdicts.map(({ idea: { text, expect }, wrong }) => {
      const outcome = wrong.length === 0 ? 'right' : wrong.join(', ').replaceAll(/[|\n]/g, ' ');
      return `| ${text} | ${expect} | ${outcome} |`;
    }),
    '',
  ].join('\n');
};

const evaluate = async (): Promise<boolean> => {
  const { url, model: name = DEMO, only } = optionsOf();
  const ideas = await readIdeas();
  const numbers = only ?? ideas.map((_, number) => number + 1);
  const demo = url === undefined ? await startModel({ port: 0, chunkMs: 0 }) : undefined;
  const market = await openMarket();
  try {
    const address = url ?? `${demo?.url}/v1`;
    const settings = config.parse({ ...process.env, ...UNUSED, MODEL_URL: address });
    const { MODEL_API_KEY: apiKey, MODEL_OUTPUT_LIMIT: outputLimit, models } = settings;
    const model = openModel({ url: address, apiKey, name, outputLimit }, openLog('evaluate', 'warn'));
    const { strategy: prompt } = await readPrompts();
    const evaluated = { model, agentModel: { ...models.strategy, name }, prompt, market };
    const verdicts = await inTurn(numbers, async (number) => {
      const wanted = ideas[number - 1];
      if (!wanted) throw new UsageError(`There is no idea ${number}.`);
      const verdict = await evaluateIdea(evaluated, wanted, number);
      console.error(
        `${number}. ${wanted.text}: ${verdict.wrong.join(', ') || 'right'} (${verdict.seconds.toFixed(1)} s)`,
      );
      return verdict;
    });
    const table = tableOf(name, verdicts);
    console.log(table);
    if (!only) {
      await mkdir(KEPT, { recursive: true });
      await writeFile(join(KEPT, `${name.replaceAll(/[^a-zA-Z0-9.-]/g, '-')}.md`), table);
    }
    return true;
  } finally {
    await market.close();
    await demo?.close();
  }
};

if (import.meta.main) await runCommand(USAGE, evaluate);

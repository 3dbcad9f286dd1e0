// Lets the model start a study of a file of the chat: the user's own, with its own reservation and within bounds that the model names.
import { createHash } from 'node:crypto';
import {
  isRefusal,
  keptMoney,
  keptPolicy,
  messageOf,
  refusalText,
  STUDY_METHOD_FACTS,
  STUDY_METHODS,
  STUDY_METRICS,
  type StudyInput,
} from '@tradeium/contracts';
import { z } from 'zod';
import { free, requestOf, type ToolAnswer, type ToolContext, tool } from './tool.ts';

const POINTS_USUAL = 60;
const POINTS_MAX = 200;
const VUT_USUAL = 100;
const VUT_MAX = 5_000;
/** The declaration is read from the code, which may wait for its turn. */
const TIMEOUT_MS = 20_000;

const { parameters, fixed } = messageOf('startStudy').input.shape;

const input = z.strictObject({
  filename: z.string().min(1).max(150),
  parameters,
  fixed,
  method: z
    .enum(STUDY_METHODS)
    .default('grid')
    .describe(
      'grid: all combinations; optimise: searches for a high goal within points_at_most; random, quasi-random: draw points_at_most',
    ),
  goal: z.enum(STUDY_METRICS).default('sharpe_ratio').describe('only for optimise: the figure to maximise'),
  points_at_most: z.int().min(1).max(POINTS_MAX).default(POINTS_USUAL),
  cost_at_most_vut: z.number().positive().max(VUT_MAX).default(VUT_USUAL),
});
type Asked = z.output<typeof input>;

/** A repeated call is the same study, and nobody else can take its id. */
const studyIdOf = ({ userId, callId }: ToolContext): string =>
  createHash('sha256').update(`${userId} ${callId}`).digest('hex').slice(0, 40);

const planOf = (
  { chatId, settings }: ToolContext,
  { filename, parameters: varied, fixed: values, method, goal, points_at_most: points }: Asked,
  index: number,
): Omit<StudyInput, 'study_id'> => {
  const { portfolio, timeframe, fees, start_date, end_date } = settings;
  const { isDrawn, isSearch } = STUDY_METHOD_FACTS[method];
  return {
    backtest_id: chatId,
    focused_strategy: `strategy_${index}`,
    strategy_filename: filename,
    portfolio,
    timeframe,
    fees,
    start_date,
    end_date,
    ...keptMoney(settings),
    ...keptPolicy(settings),
    method,
    parameters: varied,
    settings: {},
    fixed: values,
    seed: 0,
    ...(isDrawn && { points }),
    ...(isSearch && { goal }),
  };
};

const failed = (content: string): ToolAnswer => ({ content, hasFailed: true });

const start = async (context: ToolContext, asked: Asked): Promise<ToolAnswer> => {
  const { client, chatId: id } = context;
  const request = requestOf(context);
  const listed = await client.request(messageOf('listFiles'), { id }, request);
  if (isRefusal(listed)) return failed(refusalText(listed));
  const files = listed.output.files.filter(({ type }) => type === 'strategy');
  const index = files.findIndex(({ filename }) => filename === asked.filename);
  if (index < 0)
    return failed('The chat has no such strategy file. A study runs a file: its user saves the code first.');
  const plan = planOf(context, asked, index);
  const priced = await client.request(messageOf('priceStudy'), plan, request, { timeoutMs: TIMEOUT_MS });
  if (isRefusal(priced)) return failed(refusalText(priced));
  const { points, cost_at_most_vut: cost } = priced.output;
  if (points > asked.points_at_most)
    return failed(
      `The grid has ${points} points, more than points_at_most (${asked.points_at_most}). Take larger steps, or draw with the method quasi-random.`,
    );
  if (cost > asked.cost_at_most_vut)
    return failed(`The study may cost ${cost} VUT, more than cost_at_most_vut (${asked.cost_at_most_vut}).`);
  const started = await client.request(
    messageOf('startStudy'),
    { ...plan, study_id: studyIdOf(context) },
    request,
    { timeoutMs: TIMEOUT_MS },
  );
  if (isRefusal(started)) return failed(`${refusalText(started)} The study may cost ${cost} VUT.`);
  const content = JSON.stringify({ ...started.output, next: 'Call read_study with this study_id.' });
  return { content, title: `Started a study of ${points} points, for at most ${cost} VUT` };
};

export const startStudy = tool({
  name: 'start_study',
  description:
    "Runs a strategy file of the chat at many values of its declared `parameters`; `fixed` sets parameters that do not vary. Paid from the user's credits, apart from this reply; refused above points_at_most or cost_at_most_vut.",
  scope: 'run',
  isOfChat: true,
  takesSettings: true,
  input,
  triesCode: false,
  changesSomething: true,
  costAtMost: free,
  title: ({ filename }) => `Study ${filename}`,
  run: start,
});

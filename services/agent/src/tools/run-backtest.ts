// Lets the model backtest its code on the chat's settings; the figures come from the engine, never from the model.
import {
  costOfCells,
  type ErrorCode,
  estimateRunCost,
  estimateTryCost,
  FINDINGS,
  findingText,
  heldName,
  isRefusal,
  keptMoney,
  keptPolicy,
  MESSAGES,
  type ParameterValues,
  type QuickResult,
  type ReplyResult,
  type RunSettings,
  refusalText,
  strategyCode,
  TIMEFRAME_LABELS,
  type TradingSettings,
} from '@tradeium/contracts';
import { z } from 'zod';
import { ideaCoins, settingsOn } from './idea-settings.ts';
import { requestOf, type ToolAnswer, type ToolContext, tool } from './tool.ts';

/** A backtest waits for its turn among those of all users. */
const PATIENCE_MS = 180_000;
const WAIT_MS = 15_000;
const ANSWER_MARGIN_MS = 5_000;

type Outcome =
  | QuickResult
  | { ok: false; message: string; line: number | null }
  /** It was not run, or not to its end. */
  | { ok: null; message: string; isOurFault: boolean };

/** Refusals for which neither the code nor its user gives a reason. */
const OUR_FAULTS: readonly ErrorCode[] = [
  'SERVICE_UNAVAILABLE',
  'STRATEGIES_UNAVAILABLE',
  'INTERNAL',
  'CONCURRENT_CHANGE',
];

/** The code, and the values of parameters that it runs with instead of their defaults. */
type Tried = { readonly code: string; readonly parameters?: ParameterValues | undefined };

const inputOf = ({ callId, chatId, settings }: ToolContext, { code, parameters }: Tried) => ({
  request_id: callId,
  chat_id: chatId,
  strategy_code: code,
  settings,
  ...(parameters && { parameters }),
});

const CANCEL_TIMEOUT_MS = 12_000;

/** Ends the computation; for how long its code has run, which counts in the user's budget of failed code. */
const cancelTry = async (context: ToolContext, tried: Tried): Promise<number> => {
  const request = { ...requestOf(context), commandId: `cancel:${context.callId}` };
  const cancelled = await context.client.request(MESSAGES.cancelTry, inputOf(context, tried), request, {
    timeoutMs: CANCEL_TIMEOUT_MS,
  });
  return isRefusal(cancelled) ? 0 : cancelled.output.compute_ms;
};

/** Asks until the backtest has ended; the same request is the same computation. */
const outcomeOf = async (context: ToolContext, asked: Tried): Promise<Outcome> => {
  const input = inputOf(context, asked);
  const deadlineMs = performance.now() + PATIENCE_MS;
  while (performance.now() < deadlineMs) {
    context.signal.throwIfAborted();
    const tried = await context.client.request(
      MESSAGES.tryStrategy,
      { ...input, wait_ms: WAIT_MS },
      requestOf(context),
      { timeoutMs: WAIT_MS + ANSWER_MARGIN_MS },
    );
    if (isRefusal(tried)) {
      // It may have begun, for example if backtest did not answer in time, and nobody is waiting for it.
      void cancelTry(context, asked).catch(() => undefined);
      return { ok: null, message: refusalText(tried), isOurFault: OUR_FAULTS.includes(tried.refused) };
    }
    if (tried.output.result) return tried.output.result;
  }
  // Code that ran for so long is slow. Code that never started waited behind others: each user has three places in the
  // queue, and turns are by user, so it takes many accounts to keep another's code out of it.
  const computeMs = await cancelTry(context, asked);
  return { ok: null, message: 'The backtest did not end in time.', isOurFault: computeMs === 0 };
};

/** Figures as the product writes them: `3,901.76`, `−38.00`. */
const written = (value: number, signDisplay: 'negative' | 'exceptZero' = 'negative'): string =>
  value
    .toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay })
    .replace('-', '−');
const percent = (share: number, ...sign: ['exceptZero'?]): string =>
  `${written(100 * share, ...sign)}\u202F%`;
const figure = (value: number | null): string => (value === null ? 'not defined' : written(value));

const counted = (count: number, what: string): string =>
  `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`;

/** The chosen numbers and switches of parameters. A parameter's word is its author's, and might read like a figure. */
const chosen = (parameters: ParameterValues = {}): string => {
  const values = Object.entries(parameters).flatMap(([name, value]) =>
    typeof value === 'string' ? [] : [`${name} ${value}`],
  );
  return values.length === 0 ? '' : `, with ${values.join(', ')}`;
};

/** The verified facts, in one line. */
const verified = (
  tried: QuickResult,
  { timeframe, portfolio }: TradingSettings,
  parameters?: ParameterValues,
): string => {
  const { bars, coins, total_return, benchmark_return: held, sharpe_ratio, max_drawdown } = tried;
  const { look_ahead_dates, findings, trials } = tried;
  const ran = `Ran on ${counted(bars, 'bar')} (${TIMEFRAME_LABELS[timeframe]}), ${counted(coins, 'coin')}${chosen(parameters)}`;
  const holding = held === null ? '' : `, holding ${heldName(portfolio)} ${percent(held, 'exceptZero')}`;
  const figures = `total return ${percent(total_return, 'exceptZero')}${holding}, Sharpe ratio ${figure(sharpe_ratio)}, max drawdown ${percent(max_drawdown)}`;
  const tested = look_ahead_dates > 0 ? `; no look-ahead at ${counted(look_ahead_dates, 'date')}` : '';
  const against = findings.filter(({ severity }) => severity === 'critical');
  return [
    `${ran}: ${figures}${tested}`,
    ...against.map(({ code }) => FINDINGS[code].title),
    ...(trials > 1 ? [`one of ${counted(trials, 'trial')} in this chat`] : []),
  ].join('; ');
};

const PRINTS_MAX = 2_000;

/** All that the model may state. */
const reported = (tried: QuickResult, settings: TradingSettings, parameters?: ParameterValues): string => {
  const { ok: _, curve: __, cells: ___, findings, prints, ...figures } = tried;
  const said = findings.map((finding) => ({ severity: finding.severity, text: findingText(finding) }));
  const { portfolio, fees, slippage = 0 } = settings;
  return JSON.stringify({
    verified: verified(tried, settings, parameters),
    ...figures,
    ...(parameters && { parameters }),
    settings: { portfolio, timeframe: settings.timeframe, fees, slippage, ...keptPolicy(settings) },
    findings: said,
    ...(prints !== '' && { prints: prints.slice(0, PRINTS_MAX) }),
  });
};

const settingsOf = (settings: TradingSettings): RunSettings => {
  const { portfolio, timeframe, fees, start_date, end_date } = settings;
  const chosen = { ...keptMoney(settings), ...keptPolicy(settings) };
  return { portfolio, timeframe, fees, start_date, end_date, ...chosen };
};

const resultOf = (
  id: string,
  tried: QuickResult,
  settings: TradingSettings,
  parameters?: ParameterValues,
): ReplyResult => ({
  id,
  figures: {
    total_return: tried.total_return,
    benchmark_return: tried.benchmark_return,
    sharpe: tried.sharpe_ratio,
    max_drawdown: tried.max_drawdown,
    turnover: tried.turnover_per_year,
    bars: tried.bars,
    coins: tried.coins,
    from: tried.from,
    to: tried.to,
  },
  curve: tried.curve,
  findings: tried.findings.map(({ code, severity }) => ({ severity, title: FINDINGS[code].title })),
  look_ahead_dates: tried.look_ahead_dates,
  settings: settingsOf(settings),
  ...(parameters && { parameters }),
});

/** Figures of code that uses the future are worthless: the model is to repair it, and the try counts. */
const USES_FUTURE: readonly string[] = ['LOOK_AHEAD_CUT', 'LOOK_AHEAD_NOISE', 'FUTURE_REQUIRED'];

/** The answer about a backtest, for the model and the user. */
export const answerOf = (
  outcome: Outcome,
  { code, parameters }: Tried,
  { callId, settings }: Pick<ToolContext, 'callId' | 'settings'>,
): ToolAnswer => {
  if (outcome.ok === null) {
    const { message: content, isOurFault } = outcome;
    return { content, hasFailed: true, isOurFault };
  }
  if (!outcome.ok) {
    const { message, line } = outcome;
    const content = line === null ? message : `Line ${line}: ${message}`;
    return { content, title: 'The code failed', detail: `${content}\n\n${code}`, hasFailed: true };
  }
  return {
    content: reported(outcome, settings, parameters),
    title: verified(outcome, settings, parameters),
    detail: code,
    hasFailed: outcome.findings.some((finding) => USES_FUTURE.includes(finding.code)),
    result: resultOf(callId, outcome, settings, parameters),
    cost: costOfCells(outcome.cells),
  };
};

const { parameters } = MESSAGES.tryStrategy.input.shape;

export const runBacktest = tool({
  name: 'run_backtest',
  description:
    "Runs a strategy in the sandbox, tests it for look-ahead, and answers with its figures and findings. It runs on the settings of the chat; `coins` are those of the idea, in place of the chat's portfolio: at most eight besides BTC, which is always among them. `parameters` are values of those that the code declares, to try some without rewriting it; the others have their defaults.",
  scope: 'run',
  isOfChat: true,
  takesSettings: true,
  input: z.strictObject({
    code: strategyCode,
    parameters: parameters.optional(),
    coins: ideaCoins.optional(),
  }),
  triesCode: true,
  changesSomething: false,
  costAtMost: (settings, input) =>
    input ? estimateRunCost(settingsOn(settings, input.coins)) : estimateTryCost(settings),
  title: () => 'Run a backtest',
  run: async (asked, { coins, ...tried }) => {
    const context = { ...asked, settings: settingsOn(asked.settings, coins) };
    if (estimateRunCost(context.settings) > context.creditsLeft)
      return { content: 'The budget of this reply does not pay for another backtest.', hasFailed: true };
    const cancel = () => void cancelTry(context, tried).catch(() => undefined);
    context.signal.addEventListener('abort', cancel, { once: true });
    try {
      return answerOf(await outcomeOf(context, tried), tried, context);
    } finally {
      context.signal.removeEventListener('abort', cancel);
    }
  },
});

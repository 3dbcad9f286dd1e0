// The Strategy agent's part: composes code, checks and runs it, repairs it, and reports the tools' answers.
import { z } from 'zod';
import { type Composed, compose } from '../composer/compose.ts';
import { listed } from '../composer/idea-words.ts';
import type { Discussed } from '../idea/change-idea.ts';
import { type Answer, call, say } from './answer.ts';
import { type AnsweredCall, type Conversation, looksAhead } from './conversation.ts';
import type { Fault } from './faults.ts';
import { comparisonInWords, decimal, findingsInWords, verifiedInWords } from './figures.ts';
import { type Intent, intentOf } from './intent.ts';
import { planted } from './planted-errors.ts';
import { missingCoins, portfolioOf, rankingProblem } from './portfolio-problems.ts';
import { studyOf } from './study-talk.ts';
import { tradedLess } from './traded-less.ts';

const CHECK = 'check_strategy';
const RUN = 'run_backtest';
const REASON_CHARACTERS_MAX = 300;
const ENTRIES_MAX = 3;

const INTRODUCTION =
  'I put strategies together from parts: which coins; momentum, moving averages, breakouts, RSI, MACD, distance from an average, volatility, or days of the week or month; the top or bottom of a ranking; equal, fixed or risk-based shares; a market filter, stops, a take profit, a volatility target; and when to trade.';
const QUESTION =
  'What should the strategy hold, and when should it change? For example: “the top 3 coins by momentum over 60 days, rebalanced weekly, with a stop at 10 %”.';

/** The next thing to say or do. */
export const talkOfStrategies = (conversation: Conversation, faults: readonly Fault[]): Answer => {
  const intent = intentOf(conversation.asked);
  switch (intent.kind) {
    case 'impossible':
      return say(`No, that cannot be tested here. ${intent.reason}`, `${INTRODUCTION} ${QUESTION}`);
    case 'vague':
      return say(INTRODUCTION, QUESTION);
    case 'contrary':
      return say(
        'You name fixed shares and a ranking. The shares say how much of each coin is held, and the ranking which coins: it cannot be both.',
        'Which of the two shall it be?',
      );
    case 'unclear':
      return say(
        `${notUnderstood(intent.leftOut)}, and it decides what the strategy does.`,
        `${QUESTION} ${INTRODUCTION}`,
      );
    case 'trade-less-file':
      return fewerTradesOf(conversation);
    case 'study':
      return studyOf(conversation);
    case 'why':
      return reasonOf(conversation);
    case 'explain':
      return explanationOf(conversation);
    default:
      return strategyOf(conversation, intent, faults);
  }
};

const DAYS = /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|weekdays?)$/i;

/** A day is understood; what is to happen on it is not. */
const notUnderstood = (phrases: readonly string[]): string =>
  `I do not understand ${listed(phrases.map((phrase) => `${DAYS.test(phrase) ? 'what happens on ' : ''}“${phrase}”`))}`;

/** Code to check and run, and what is said about it. */
type Proposal = {
  readonly code: string;
  /** Differs from the code where a mistake was planted. */
  readonly first: string;
  /** The code to compare with. */
  readonly before?: string;
  readonly opening: string;
  readonly remarks: (run: AnsweredCall | undefined) => readonly string[];
};

const strategyOf = (
  conversation: Conversation,
  intent: Extract<Intent, { plan: Discussed }>,
  faults: readonly Fault[],
): Answer => {
  const { idea, leftOut } = intent.plan;
  const missing = missingCoins(idea, portfolioOf(conversation.instructions));
  if (missing.isNeeded)
    return say(
      `The strategy needs the candles of ${listed(missing.coins)}, and the portfolio of this chat does not have them.`,
      'Shall it look at another coin, or do you add them to Portfolio in the settings?',
    );
  const perDay = barsADay(conversation);
  const composed = compose(idea, perDay);
  return propose(conversation, {
    code: composed.code,
    first: planted(composed.code, faults),
    ...(intent.kind === 'trade-less' && { before: compose(intent.before.idea, perDay).code }),
    opening: openingOf(composed, leftOut, missing.coins),
    remarks: (run) => [(run && rankingProblem(idea.ranking?.count, run.fields.verified)) ?? ''],
  });
};

/** Trades the code of a file less often, whatever it does. */
const fewerTradesOf = (conversation: Conversation): Answer => {
  const { calls, tools, openFile } = conversation;
  if (openFile === null || !tools.has('read_strategy'))
    return say('Open the strategy that should trade less, and ask again.', INTRODUCTION);
  const read = calls.find(({ name }) => name === 'read_strategy');
  if (!read) return call(`I read ${openFile}.`, 'read_strategy', { filename: openFile });
  if (read.failed) return say(`I cannot read ${openFile}.`);
  const { code, days } = tradedLess(read.answer);
  return propose(conversation, {
    code,
    first: code,
    before: read.answer,
    opening: `The targets of ${openFile} stay as they are, but it trades only every ${days} days.`,
    remarks: () => [],
  });
};

/** Has the code checked and run, repairs it, and answers with what the tools said. */
const propose = (conversation: Conversation, proposal: Proposal): Answer => {
  const { calls, tools } = conversation;
  const { first, before, opening } = proposal;
  const failure = calls.find(
    (each) => each.failed && typeof each.input.code === 'string' && each.input.code !== before,
  );
  const isRepaired =
    failure !== undefined && !isOutage(failure) && failure.input.code === first && first !== proposal.code;
  const code = isRepaired || failure?.input.code === proposal.code ? proposal.code : first;

  const wanted = [
    ...(before === undefined
      ? []
      : [{ name: RUN, code: before, text: 'First I run the strategy as it is.' }]),
    { name: CHECK, code, text: isRepaired ? repairOf(failure) : opening },
    { name: RUN, code, text: 'The check found nothing wrong. I run it.' },
  ].filter(({ name }) => tools.has(name));
  const answered = (name: string, of: string) =>
    calls.find((each) => each.name === name && each.input.code === of);
  const failed = calls.find((each) => each.failed && each.input.code === code);
  const next = wanted.find((each) => !answered(each.name, each.code));
  if (next && !failed) return call(next.text, next.name, { code: next.code });

  const run = answered(RUN, code);
  return say(
    tools.has(CHECK) ? '' : opening,
    verdictOf(run, failed),
    before === undefined || failed ? '' : comparisonInWords(answered(RUN, before)?.fields, run?.fields),
    ...proposal.remarks(run),
    `\`\`\`python\n${code}\`\`\``,
  );
};

const HOURS_IN = { hour: 1, day: 24, week: 168 } as const;

/** Of the candles' interval, where the chat's settings name it; of daily candles where they do not. */
const barsADay = ({ instructions }: Conversation): number => {
  const interval = /\binterval: (\d+) (hour|day|week)s?\b/i.exec(instructions);
  const unit = interval?.[2]?.toLowerCase() as keyof typeof HOURS_IN | undefined;
  return unit ? HOURS_IN.day / (Number(interval?.[1]) * HOURS_IN[unit]) : 1;
};

/** Says what it does, what it fills in, and, in a line that begins with "Left out:", what it does not do. */
const openingOf = (
  { does, assumed }: Composed,
  leftOut: readonly string[],
  missing: readonly string[],
): string =>
  [
    does,
    assumed.length > 0 ? `Not said, so I chose: ${assumed.join('; ')}.` : '',
    missing.length > 0
      ? `Left in USDT: the share of ${listed(missing)}. Add ${missing.length === 1 ? 'it' : 'them'} to Portfolio in the settings.`
      : '',
    leftOut.length > 0
      ? `Left out: ${leftOut.map((phrase) => `“${phrase}”`).join('; ')}. No part of mine does that.`
      : '',
  ]
    .filter(Boolean)
    .join('\n\n');

const repairOf = (failed: AnsweredCall): string =>
  `${failed.name === CHECK ? 'The check' : 'The run'} found a mistake: ${reasonIn(failed)} I repair it.`;

/** The tool's own words for a failure. */
const reasonIn = ({ fields, answer }: AnsweredCall): string => {
  const text = (looksAhead(fields) ?? answer).split('\n')[0]?.slice(0, REASON_CHARACTERS_MAX) ?? '';
  return /[.!?]$/.test(text) ? text : `${text}.`;
};

/** An answer that says nothing about the code. */
const OUTAGE =
  /\b(unavailable|temporarily|at the moment|unexpected error|the tool failed|did not end in time|changed elsewhere|too many requests|already have \d+ backtests|budget of this reply|insufficient|out of service|no answer|timed out waiting|50[0-4])\b/i;
const isOutage = ({ answer }: AnsweredCall): boolean => !/^Line \d+:/.test(answer) && OUTAGE.test(answer);

const verdictOf = (run: AnsweredCall | undefined, failed: AnsweredCall | undefined): string => {
  if (failed && isOutage(failed))
    return `The code could not be ${failed.name === CHECK ? 'checked' : 'run'} now: ${reasonIn(failed)} That says nothing about the code; it is untested. Ask again in a moment.`;
  if (failed)
    return `This code did not pass: ${reasonIn(failed)} I know no repair for it, so treat it as a draft.`;
  if (!run) return 'I could not run it here, so it is untested.';
  const findings = findingsInWords(run.fields);
  return [verifiedInWords(run.fields), findings].filter(Boolean).join('\n\n');
};

/** A backtest that it ran itself can be read once it is kept. */
const NO_RESULT =
  'I cannot see a result of this chat. If I ran a backtest above, press “Keep as result” on its card and ask me again. Otherwise run one first.';

const reasonOf = ({ calls, tools, asked }: Conversation): Answer => {
  const result = calls.find(({ name }) => name === 'read_result');
  const year = /\b(20\d\d)\b/.exec(asked.at(-1) ?? '')?.[1];
  if (!result && tools.has('read_result'))
    return call('I look at the result.', 'read_result', year ? { year: Number(year) } : {});
  if (!result || result.failed) return say(NO_RESULT);
  return say(
    year ? yearOf(result.answer, year) : '',
    lossesOf(result.answer),
    drawdownsOf(result.answer),
    'Why prices moved as they did is beyond me. The drawdowns and trades of the result show when it lost.',
  );
};

/** The result's figure of one year, wherever it has it. */
const yearOf = (result: string, year: string): string => {
  const found = result.match(new RegExp(`\\{[^{}]*"?\\b${year}\\b[^{}]*\\}`, 'g')) ?? [];
  return found.length > 0
    ? `Of ${year} the result says:\n\n${quoted(found)}`
    : `The result says nothing of ${year}.`;
};

const drawdownsOf = (result: string): string => {
  const list = /drawdowns":\s*\[(.*?)\]/s.exec(result)?.[1] ?? '';
  const found = list.match(/\{[^{}]*\}/g) ?? [];
  return found.length > 0 ? `Its deepest drawdowns:\n\n${quoted(found)}` : '';
};

/** Which coins and positions cost the most. */
const lossesOf = (result: string): string => {
  const closed = /Positions closed[^{]*(\{.*\})/.exec(result)?.[1];
  const found = closed === undefined ? undefined : positions.safeParse(JSON.parse(closed)).data;
  if (!found || found.count === 0) return '';
  const coins = found.by_coin.filter(({ profit }) => profit < 0).slice(0, ENTRIES_MAX);
  const worst = found.worst.slice(0, ENTRIES_MAX);
  return [
    `Of ${found.count} closed positions ${found.losing} lost.`,
    coins.length > 0
      ? `Most was lost with ${coins.map(({ coin, profit }) => `${coin} (${decimal(profit)} USDT)`).join(', ')}.`
      : '',
    worst.length > 0
      ? `The worst: ${worst.map(({ coin, closed_at, profit }) => `${coin} on ${closed_at.slice(0, 10)} (${decimal(profit)} USDT)`).join(', ')}.`
      : '',
  ]
    .filter(Boolean)
    .join(' ');
};

const positions = z.object({
  count: z.number(),
  losing: z.number(),
  by_coin: z.array(z.object({ coin: z.string(), profit: z.number() })),
  worst: z.array(z.object({ closed_at: z.string(), coin: z.string(), profit: z.number() })),
});

const quoted = (lines: readonly string[]): string =>
  `\`\`\`json\n${lines.slice(0, ENTRIES_MAX).join('\n')}\n\`\`\``;

const explanationOf = ({ calls, tools }: Conversation): Answer => {
  const read = calls.find(({ name }) => name === 'read_strategy');
  if (!read && tools.has('read_strategy')) return call('I read the file.', 'read_strategy');
  if (!read || read.failed) return say('I cannot see a strategy of this chat.');
  const description = /"""(.*?)"""/s.exec(read.answer)?.[1]?.trim();
  return say(
    description ? `The file describes itself:\n\n${description}` : 'The file does not say what it does.',
  );
};

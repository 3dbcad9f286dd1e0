// Fills in what an idea leaves open with common values, and says which these are.
import type { Cadence, Filter, Idea, Period, Ranking, Score, Signal, Weighting } from '../idea/idea.ts';

/** An idea with everything that code needs. */
export type Complete = Omit<Idea, 'period' | 'cadence' | 'ranking'> & {
  readonly signals: readonly Signal[];
  readonly ranking?: Ranking;
  readonly weighting: Weighting;
  /** Absent where the strategy trades when its signals change, or when shares drift. */
  readonly cadence?: Cadence;
  /** True if the message says when to trade. */
  readonly isTimed: boolean;
  /** The assumptions that the message leaves open, in words. */
  readonly assumed: readonly string[];
};

const days = (count: number): Period => ({ count, unit: 'days' });
const bars = (count: number): Period => ({ count, unit: 'bars' });

const SIGNAL_PERIODS: Readonly<Record<Signal['kind'], Period>> = {
  change: days(30),
  average: days(50),
  breakout: days(20),
  rsi: bars(14),
  'rsi-level': bars(14),
  reversion: days(20),
  macd: bars(26),
  'range-middle': days(26),
  'from-high': days(90),
  volume: days(20),
};
const SCORE_PERIODS: Readonly<Record<Score['kind'], Period>> = {
  momentum: days(90),
  volatility: days(60),
  ratio: days(90),
  rsi: bars(14),
  distance: days(50),
  volume: days(30),
  nearness: days(365),
};
const WEIGHTING_PERIODS = {
  'inverse-volatility': days(30),
  'risk-parity': days(60),
  'minimum-variance': days(90),
};
const FILTER_PERIODS: Readonly<Record<Filter['kind'], Period>> = {
  average: days(200),
  change: days(90),
  rsi: bars(14),
  volatility: days(30),
  drawdown: days(90),
};
const TARGET_PERIOD = days(30);
const RANKED = 3;
const OVERSOLD = 30;
const RECOVERED = 55;
const DEVIATIONS = 1.5;
/** As a share of the period of the entry. */
const EXIT = 0.5;
const WEEKLY: Cadence = { kind: 'interval', interval: 'weekly' };

export const periodWords = ({ count, unit }: Period): string =>
  `${count} ${count === 1 ? unit.slice(0, -1) : unit}`;

const SAID_PERIODS = new Set<Signal['kind']>(['macd', 'rsi', 'rsi-level']);

const completeSignal = (signal: Signal, own: Period | undefined, assume: (words: string) => void): Signal => {
  const usual = own ?? SIGNAL_PERIODS[signal.kind];
  const hasPeriod = signal.kind === 'macd' || signal.period !== undefined;
  if (!hasPeriod && own === undefined && !SAID_PERIODS.has(signal.kind))
    assume(`${periodWords(usual)} for the ${SIGNAL_NAMES[signal.kind]}`);
  if (signal.kind === 'macd') return signal;
  const period = signal.period ?? usual;
  switch (signal.kind) {
    case 'breakout': {
      const exit = signal.exit ?? { ...period, count: Math.max(2, Math.round(period.count * EXIT)) };
      if (signal.exit === undefined) assume(`sold at a new low of ${periodWords(exit)}`);
      return { ...signal, period, exit };
    }
    case 'rsi': {
      const { below = OVERSOLD, above = RECOVERED } = signal;
      if (signal.below === undefined) assume(`bought below ${below}`);
      if (signal.above === undefined) assume(`sold above ${above}`);
      return { ...signal, period, below, above };
    }
    case 'reversion': {
      const { deviations = DEVIATIONS, exit = 0 } = signal;
      if (signal.deviations === undefined)
        assume(`bought ${deviations} standard deviations below the average`);
      if (signal.exit === undefined) assume('sold at the average');
      return { ...signal, period, deviations, exit };
    }
    default:
      return { ...signal, period };
  }
};

const SIGNAL_NAMES: Readonly<Record<Signal['kind'], string>> = {
  change: 'momentum',
  average: 'average',
  breakout: 'breakout',
  rsi: 'RSI',
  'rsi-level': 'RSI',
  reversion: 'average',
  macd: 'MACD',
  'range-middle': 'range',
  'from-high': 'high',
  volume: 'average volume',
};

const completeWeighting = (
  idea: Idea,
  own: Period | undefined,
  assume: (words: string) => void,
): Weighting => {
  const { weighting } = idea;
  if (!weighting) return { kind: 'equal' };
  // The figure of a share by momentum is the score's.
  if (weighting.kind === 'equal' || weighting.kind === 'proportional' || weighting.kind === 'fixed')
    return weighting;
  const period = weighting.period ?? own ?? WEIGHTING_PERIODS[weighting.kind];
  if (weighting.period === undefined && own === undefined)
    assume(`${periodWords(period)} for the ${WEIGHTING_NAMES[weighting.kind]}`);
  return { ...weighting, period };
};

const WEIGHTING_NAMES = {
  'inverse-volatility': 'volatility',
  'risk-parity': 'covariance',
  'minimum-variance': 'covariance',
};

const completeFilter = (filter: Filter, assume: (words: string) => void): Filter => {
  if (filter.period === undefined && filter.kind !== 'rsi')
    assume(`${periodWords(FILTER_PERIODS[filter.kind])} for the market’s condition`);
  return { ...filter, period: filter.period ?? FILTER_PERIODS[filter.kind] };
};

/** Ranked coins and shares by risk change slowly and every day: these trade once a week. */
const needsCadence = ({ score, ranking, signals = [], weighting, window }: Idea): boolean =>
  window === undefined &&
  (score !== undefined ||
    ranking !== undefined ||
    signals.some(({ kind }) => kind === 'change' || kind === 'from-high' || kind === 'volume') ||
    (weighting !== undefined && weighting.kind !== 'equal' && weighting.kind !== 'fixed'));

const SCORE_NAMES: Readonly<Record<Score['kind'], string>> = {
  momentum: 'momentum',
  volatility: 'volatility',
  ratio: 'return and its volatility',
  rsi: 'RSI',
  distance: 'average',
  volume: 'volume',
  nearness: 'high',
};

const completeScore = (
  idea: Idea,
  own: Period | undefined,
  assume: (words: string) => void,
): Pick<Complete, 'score' | 'ranking'> => {
  const named = idea.score ?? (idea.ranking && ({ kind: 'momentum' } as const));
  // A share of the money by momentum ranks nothing, but needs the figure.
  const { weighting } = idea;
  const shared: Score | undefined =
    weighting?.kind === 'proportional'
      ? { kind: 'momentum', ...(weighting.period && { period: weighting.period }) }
      : undefined;
  const score = named ?? shared;
  if (!score) return {};
  const period = score.period ?? own ?? SCORE_PERIODS[score.kind];
  if (score.period === undefined && own === undefined)
    assume(`${periodWords(period)} for the ${SCORE_NAMES[score.kind]}`);
  if (!named) return { score: { ...score, period } };
  const { order = 'highest', count, isHalf } = idea.ranking ?? {};
  const usual = Math.min(RANKED, Math.ceil((idea.coins?.length ?? Number.POSITIVE_INFINITY) / 2));
  if (count === undefined && !isHalf) assume(usual === 1 ? '1 coin' : `${usual} coins`);
  return {
    score: { ...score, period },
    ranking: { order, ...(isHalf ? { isHalf } : { count: count ?? usual }) },
  };
};

/** The idea with the usual values where it says nothing. */
export const completeIdea = (idea: Idea): Complete => {
  const assumed: string[] = [];
  const assume = (words: string): void => void assumed.push(words);
  const { period, cadence: asked, signals = [], filter, volatility, ...rest } = idea;
  const ranked = completeScore(idea, period, assume);
  // A condition next to a ranking looks back as far as the ranking does.
  const shared = idea.score || idea.ranking ? ranked.score?.period : period;
  const full = signals.map((signal) =>
    completeSignal(
      signal,
      signal.kind === 'change' ? (shared ?? period) : idea.score ? undefined : period,
      assume,
    ),
  );
  const isWeighted = ranked.score === undefined && signals.length === 0;
  // Volatility is one figure, whether it ranks coins or sizes their shares.
  const measured = ranked.score?.kind === 'volatility' ? ranked.score.period : undefined;
  const weighting = completeWeighting(idea, isWeighted ? period : measured, assume);
  const cadence = asked ?? (needsCadence(idea) ? WEEKLY : undefined);
  if (asked === undefined && cadence) assume('trades once a week');
  return {
    ...rest,
    ...ranked,
    signals: full,
    weighting,
    ...(filter && { filter: completeFilter(filter, assume) }),
    ...(volatility && {
      volatility: {
        ...volatility,
        period: volatility.period ?? (isWeighted ? period : undefined) ?? TARGET_PERIOD,
      },
    }),
    ...(cadence && { cadence }),
    isTimed: asked !== undefined,
    assumed: [...new Set(assumed)],
  };
};

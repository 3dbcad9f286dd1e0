// Puts the parts of an idea together as one strategy: choose, weigh, limit, schedule, stop.
import type { Idea } from '../idea/idea.ts';
import { added, type Draft, fileOf, openDraft } from './code.ts';
import { type Complete, completeIdea } from './complete-idea.ts';
import { describe, failsWhen, titleOf } from './idea-words.ts';
import { AT_ONCE, filterPiece } from './market-code.ts';
import { type BarsOf, scorePiece, signalPiece } from './signal-code.ts';
import { cadencePiece, exitsPiece, trailingPiece, windowPiece } from './timing-code.ts';
import { coinsOf, covariancePiece, universePiece, volatilityPiece, weightingPiece } from './weight-code.ts';

export type Composed = {
  readonly code: string;
  /** Its purpose in a sentence or two. */
  readonly does: string;
  readonly assumed: readonly string[];
};

const HOURS_A_DAY = 24;

const barsOf =
  (perDay: number): BarsOf =>
  (period) => {
    if (!period) return 1;
    const { count, unit } = period;
    const days = unit === 'hours' ? count / HOURS_A_DAY : count;
    return Math.max(2, Math.round(unit === 'bars' ? count : days * perDay));
  };

const BAND = 0.05;
/** Of a volatility target, whose weights move a little every day. */
const SMALL_BAND = 0.02;

/** Signals that say by themselves when a coin is bought and sold: each coin has its own part of the money. */
const isTimed = ({ signals }: Complete): boolean =>
  signals.length > 0 &&
  signals.every(({ kind }) => kind !== 'change' && kind !== 'from-high' && kind !== 'volume');

const isByCovariance = (kind: string): kind is 'risk-parity' | 'minimum-variance' =>
  kind === 'risk-parity' || kind === 'minimum-variance';

const choose = (draft: Draft, idea: Complete, bars: BarsOf): void => {
  const { lines } = draft;
  const conditions = [universePiece(idea), ...idea.signals.map((signal) => signalPiece(signal, bars))].map(
    (piece) => added(draft, piece),
  );
  lines.push(`chosen = ${conditions.join(' & ')}`);
  if (!idea.score) return;
  const score = added(draft, scorePiece(idea.score, bars));
  if (!idea.ranking) return;
  const { order, count, isHalf } = idea.ranking;
  if (!isHalf) draft.constants.add(`HELD = ${count}  # coins`);
  const held = isHalf ? `max(1, ${coinsOf(idea)} // 2)` : 'HELD';
  const ranked = `rank_top(${order === 'lowest' ? '-' : ''}${score}.where(chosen), ${held})`;
  lines.push(idea.weighting.kind === 'equal' ? `weights = ${ranked}` : `chosen = ${ranked} > 0`);
};

const weigh = (draft: Draft, idea: Complete, bars: BarsOf, explicit: boolean): void => {
  const { lines } = draft;
  const { weighting, cadence } = idea;
  if (isByCovariance(weighting.kind)) {
    const call = added(
      draft,
      covariancePiece(weighting.kind, bars('period' in weighting ? weighting.period : undefined)),
    );
    const due = cadence
      ? added(draft, cadencePiece(cadence, 'chosen.astype(float)'))
      : 'chosen.astype(float)';
    lines.push(`weights = ${call}(${due}, candles)`);
  } else if (!(weighting.kind === 'equal' && idea.ranking)) {
    const own = isTimed(idea) && !explicit ? coinsOf(idea) : undefined;
    lines.push(`weights = ${added(draft, weightingPiece(weighting, own, bars))}`);
  }
};

const limit = (draft: Draft, idea: Complete, bars: BarsOf, perDay: number): void => {
  const { lines, constants } = draft;
  const most = idea.cap ?? (idea.weighting.kind === 'minimum-variance' ? USUAL_MOST : undefined);
  if (most !== undefined) {
    constants.add(`MOST = ${most}  # of the money in one coin`);
    // Weight that is cut off goes to the others where these have less.
    lines.push(`weights = cap(weights, MOST${idea.weighting.kind === 'equal' ? '' : ', spread=True'})`);
  }
  if (idea.volatility)
    lines.push(`weights = ${added(draft, volatilityPiece(idea.volatility, bars, perDay))}`);
};

const USUAL_MOST = 0.4;

const isAtOnce = ({ filter, isTimed: isAsked }: Complete): boolean =>
  filter !== undefined && (filter.isExit || !isAsked);

const schedule = (draft: Draft, idea: Complete, bars: BarsOf): void => {
  const { lines, constants } = draft;
  const { filter, cadence, band, window } = idea;
  const atOnce = isAtOnce(idea);
  if (filter) {
    const call = added(draft, filterPiece(filter, bars));
    if (!atOnce) lines.push(`weights = weights.mul(${call}, axis=0)`);
  }
  if (window) lines.push(`weights = ${added(draft, windowPiece(window))}`);
  else {
    if (cadence && !isByCovariance(idea.weighting.kind))
      lines.push(`weights = ${added(draft, cadencePiece(cadence, 'weights'))}`);
    if (!cadence || band !== undefined) {
      constants.add(
        `BAND = ${band ?? (idea.volatility ? SMALL_BAND : BAND)}  # a share may drift this far before it is traded`,
      );
      lines.push('weights = drift_bands(weights, candles, BAND)');
    }
  }
  if (filter && atOnce) lines.push(`weights = ${added(draft, AT_ONCE)}`);
  if (idea.trailingStop !== undefined)
    lines.push(`weights = ${added(draft, trailingPiece(idea.trailingStop, bars))}`);
  if (idea.entryStop !== undefined || idea.profit !== undefined)
    lines.push(`weights = ${added(draft, exitsPiece(idea))}`);
};

/**
 * Coins bought before the start date are held from it on, instead of waiting in USDT for the next change; but a named
 * day would not be kept if the first trade came with the start.
 */
const beginsAtStart = ({ cadence, window }: Complete): boolean =>
  window === undefined && cadence?.kind !== 'weekday';

/** The last assignment is what the strategy returns. */
const returned = (draft: Draft, isStarted: boolean): void => {
  const last = String(draft.lines.at(-1)).replace(/^weights = /, '');
  draft.lines[draft.lines.length - 1] = `return ${isStarted ? `invest_at_start(${last}, settings)` : last}`;
};

/** The strategy of an idea, for candles of which so many make a day. */
export const compose = (idea: Idea, perDay: number): Composed => {
  const complete = completeIdea(idea);
  const draft = openDraft();
  const bars = barsOf(perDay);
  choose(draft, complete, bars);
  weigh(draft, complete, bars, idea.weighting?.kind === 'equal');
  limit(draft, complete, bars, perDay);
  schedule(draft, complete, bars);
  returned(draft, beginsAtStart(complete));
  const does = describe(complete, { isAtOnce: isAtOnce(complete), perDay });
  return {
    code: fileOf(draft, titleOf(complete), [does, failsWhen(complete)]),
    does,
    assumed: complete.assumed,
  };
};

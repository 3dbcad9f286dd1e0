// The words for what chance would do to a result.
import { amount, counted, percent, shortPercent, wholeNumber } from '../../../lib/format.ts';
import type { Row } from '../statistics/statistics-tables.ts';
import type { Bands } from './chance-record.ts';

const whole = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** How the bands were drawn. */
export const drawnWords = ({ draws, block_bars: block, seed }: Row): string =>
  `The run’s own returns, bar by bar, drawn again ${wholeNumber(draws)} times in blocks of ${counted(
    Math.ceil(whole(block)),
    'bar',
    'bars',
  )} (seed ${wholeNumber(seed)}).`;

/** Where the draws end. */
export const endWords = (bands: Bands, lossShare: unknown): string => {
  const last = bands.times.length - 1;
  const [p5, p25, p75, p95] = [bands.p5, bands.p25, bands.p75, bands.p95].map((one) => amount(one[last]));
  return `Nine in ten of them end between ${p5} and ${p95} USDT, half of them between ${p25} and ${p75} USDT; ${shortPercent(
    lossShare,
  )} end with a loss. This run ended at ${amount(bands.portfolio[last])} USDT.`;
};

export const BANDS_MEANING =
  'The wider the bands, the less one run says. They keep the run’s average return, so they do not show whether the strategy has an edge.';

/** How random portfolios were drawn. */
export const randomWords = ({ draws, moved_in_time: isMoved, seed }: Row): string =>
  `${wholeNumber(draws)} portfolios with the strategy’s own weights, ${
    isMoved === true ? 'moved in time and ' : ''
  }given to other coins of the portfolio (seed ${wholeNumber(seed)}). They are invested as much and trade as much, at the same fees, but know neither the coin nor the moment.`;

const SELDOM = 0.05;
const OFTEN = 0.5;

/** The share of random portfolios that did at least as well, and what follows from it. */
export const shareWords = (share: unknown): string => {
  if (typeof share !== 'number') return 'How many of them did as well is not known.';
  const did = `${percent(share)} of them returned at least as much as the strategy, which is counted as one of them.`;
  if (share <= SELDOM)
    return `${did} Luck alone seldom gets that far. Of twenty strategies without skill one does, so it counts less the more of them were tried.`;
  return share <= OFTEN
    ? `${did} Luck alone often gets that far.`
    : `${did} Its choice of coins and moments did not help.`;
};

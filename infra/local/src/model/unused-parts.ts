// Finds the parts of a message that no template uses, so that a reply can name what it leaves out.
import type { Template } from './templates.ts';
import type { Wishes } from './wishes.ts';

const COINS =
  /\b(BTC|ETH|BNB|SOL|XRP|ADA|DOGE|AVAX|DOT|LINK|LTC|TRX|ATOM|UNI|NEAR|XLM|BCH|MATIC|ETC|bitcoin|ethereum|solana|cardano|dogecoin|ripple|litecoin)\b/gi;

/** A condition on the whole market: "only while BTC is above its 100-day average". */
const FILTER =
  /\b(filter|regime|only (?:hold|buy|trade|invest|when|while|if)|(?:when|while|if) (?:btc|bitcoin|the market)|hold (?:cash|usdt)|go to (?:cash|usdt)|risk[- ]off)\b/i;

const OTHER_PARTS: readonly (readonly [RegExp, string])[] = [
  [/\btake[- ]?profit|\bprofit target/i, 'the profit target'],
  [/\bpyramid|\bscale (?:in|out)\b/i, 'scaling in or out'],
  [/\b(?:limit|market) orders?\b/i, 'the kind of order'],
  [/\bvolume (?:above|below|filter|spike|over)\b/i, 'the condition on volume'],
  [/\bmacd\b/i, 'the MACD'],
];

/** Whether the template has the condition by itself; dual momentum compares with nothing but the coin's own past. */
const hasFilter = (text: string, { id }: Pick<Template, 'id'>): boolean =>
  id === 'moving_average' ||
  (id === 'dual_momentum' && !/\b(average|filter|regime|btc|bitcoin)\b/i.test(text));

const namedCoins = (text: string): string[] => [
  ...new Set((text.match(COINS) ?? []).map((coin) => coin.toUpperCase())),
];

/** What of the message the code does not do, in words. */
export const unusedParts = (text: string, template: Pick<Template, 'id'>): string[] => {
  const coins = namedCoins(text);
  return [
    ...(FILTER.test(text) && !hasFilter(text, template) ? ['the market filter'] : []),
    ...(coins.length > 1 ? [`the coins ${coins.join(', ')} (choose them as Portfolio in the settings)`] : []),
    ...OTHER_PARTS.filter(([pattern]) => pattern.test(text)).map(([, words]) => words),
  ];
};

/** A ranking needs more coins than it picks; null where it has them, or where they are not known. */
export const rankingProblem = ({ top }: Wishes, verified: unknown): string | null => {
  const coins = Number(
    /, (\d+) coins?\b/.exec(typeof verified === 'string' ? verified : '')?.[1] ?? Number.NaN,
  );
  if (top === undefined || Number.isNaN(coins) || coins > top) return null;
  const had = coins === 1 ? '1 coin' : `${coins} coins`;
  return `Warning: it picks the top ${top}, but this run had only ${had}, so the ranking left none out. Name a smaller number, or add coins to Portfolio in the settings.`;
};

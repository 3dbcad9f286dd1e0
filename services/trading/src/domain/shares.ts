// Deployments that share an account: what each may use of it, and what a deposit or a withdrawal by hand changes.
//
// A deployment's books are what it began with, its own fills, and its part of deposits and withdrawals. What the account
// holds beyond all books is nobody's. Each deployment decides on its own books alone, and two that decide at the same
// moment reach what they would reach one after the other: older ones come first, so a shortage is the newest one's.
import {
  type OutsideUsdt,
  QUOTE_CURRENCY,
  type Refusal,
  refuse,
  SHARE_USDT_MIN,
  type Share,
} from '@tradeium/contracts';
import { decimalText, unitsOf } from './decimal.ts';

type Amounts = Readonly<Record<string, string>>;

/** One of the deployments of an account. */
export type Member = {
  readonly deploymentId: string;
  /** The amounts that it may use; none once it has stopped. */
  readonly books: Amounts;
  /** The USDT that all its orders brought in, less what they cost. */
  readonly traded: string;
  /** Assets that an order of it may be changing at this moment. */
  readonly inFlight: readonly string[];
  /** Of its place's last opening, infinite without a place: a shortage is borne by the highest first. */
  readonly rank: number;
  /** It has ended, and nothing of it is unknown: its orders count in comparisons with what was noted before only. */
  readonly isGone: boolean;
};

/** An account's holdings, free and locked, and all its deployments. */
export type SharedAccount = { readonly held: Amounts; readonly members: readonly Member[] };

const unitsIn = (amounts: Amounts, asset: string): bigint => unitsOf(amounts[asset] ?? '0');
const sumOf = (units: readonly bigint[]): bigint => units.reduce((sum, each) => sum + each, 0n);
const positive = (units: bigint): bigint => (units > 0n ? units : 0n);
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

const booksOf = (members: readonly Member[], asset: string): bigint =>
  sumOf(members.map(({ books }) => unitsIn(books, asset)));

/** The account's holdings beyond all books; negative when something is missing. */
const nobodys = ({ held, members }: SharedAccount, asset: string): bigint =>
  unitsIn(held, asset) - booksOf(members, asset);

export const surplusIn = (account: SharedAccount, asset: string): string =>
  decimalText(nobodys(account, asset));

/** Assets of which nothing can be said before an order is settled. */
export const inFlightIn = (members: readonly Member[]): ReadonlySet<string> =>
  new Set(members.flatMap(({ inFlight }) => inFlight));

export const outsideFrom = ({ held, members }: SharedAccount): OutsideUsdt => ({
  usdt: decimalText(unitsIn(held, QUOTE_CURRENCY) - sumOf(members.map(({ traded }) => unitsOf(traded)))),
  deployments: members.map(({ deploymentId }) => deploymentId).sort(),
});

/** Percentages have two decimals. */
const hundredths = (percent: number): bigint => BigInt(Math.round(percent * 100));

/** A deployment that trades its share. */
export type Sharer = {
  readonly deploymentId: string;
  readonly share: Share;
  readonly books: Amounts;
  /** The assets that it keeps books of. */
  readonly managed: readonly string[];
  readonly outside: OutsideUsdt | null;
};

/** A percentage of what came from outside since the last look. An amount takes nothing of it. */
const depositFor = ({ share, outside }: Sharer, account: SharedAccount): bigint => {
  if (!('percent' in share) || outside === null) return 0n;
  const come = unitsOf(outsideFrom(account).usdt) - unitsOf(outside.usdt);
  const part = (positive(come) * hundredths(share.percent)) / 10_000n;
  return least(part, positive(nobodys(account, QUOTE_CURRENCY)));
};

const isSame = (a: OutsideUsdt | null, b: OutsideUsdt): boolean =>
  a !== null && a.usdt === b.usdt && JSON.stringify(a.deployments) === JSON.stringify(b.deployments);

/** The books of a deployment after a look at its account. `outside`: what deposits are counted from now on, if that changed. */
export type SharedLook = { readonly books: Amounts; readonly outside: OutsideUsdt | undefined };

/**
 * `account`: with every deployment that traded in it since the last look, this one among them. Assets that an order may be changing stay
 * as the books say.
 */
export const lookAtShare = (
  sharer: Sharer,
  account: SharedAccount,
  inFlight: ReadonlySet<string>,
): SharedLook => {
  const own = account.members.find(({ deploymentId }) => deploymentId === sharer.deploymentId);
  const older = account.members.filter(({ rank }) => rank < (own?.rank ?? Number.POSITIVE_INFINITY));
  const books = sharer.managed.flatMap((asset): [string, string][] => {
    const had = unitsIn(sharer.books, asset);
    const left = positive(unitsIn(account.held, asset) - booksOf(older, asset));
    const deposit = asset === QUOTE_CURRENCY ? depositFor(sharer, account) : 0n;
    const has = inFlight.has(asset) ? had : least(had, left) + deposit;
    return has === 0n && !(asset in sharer.books) ? [] : [[asset, decimalText(has)]];
  });
  const isCounted = 'percent' in sharer.share && !inFlight.has(QUOTE_CURRENCY);
  const living = account.members.filter(({ isGone }) => !isGone);
  const outside = isCounted ? outsideFrom({ ...account, members: living }) : undefined;
  return {
    books: Object.fromEntries(books),
    outside: outside && !isSame(sharer.outside, outside) ? outside : undefined,
  };
};

export type Held = { readonly asset: string; readonly free: string; readonly locked: string };

/** The amounts that a deployment may use of its account's balances: no more than its books say, nor than is there. */
export const withinBooks = (balances: readonly Held[], books: Amounts): Held[] =>
  balances.map(({ asset, free, locked }) => {
    const allowed = positive(unitsIn(books, asset));
    const usable = least(unitsOf(free), allowed);
    return {
      asset,
      free: decimalText(usable),
      locked: decimalText(least(unitsOf(locked), allowed - usable)),
    };
  });

/** USDT of the account that no deployment manages. */
export const freeUsdt = (free: string, members: readonly Member[]): string =>
  decimalText(positive(unitsOf(free) - booksOf(members, QUOTE_CURRENCY)));

const CENT = unitsOf('0.01');

/**
 * The USDT that a new share begins with. A percentage is one of the account: what is free belongs to the percentages
 * that are left, so 50 % after 50 % get as much again.
 */
export const firstUsdt = (share: Share, free: string, percentTaken: number): string | Refusal => {
  if ('usdt' in share)
    return unitsOf(String(share.usdt)) > unitsOf(free)
      ? refuse('SHARE_NOT_FREE', { free: shown(free) })
      : String(share.usdt);
  const left = 10_000n - hundredths(percentTaken);
  const part = left > 0n ? (unitsOf(free) * hundredths(share.percent)) / left : 0n;
  const usdt = decimalText(part - (part % CENT));
  return Number(usdt) < SHARE_USDT_MIN
    ? refuse('SHARE_TOO_SMALL', { usdt, least: SHARE_USDT_MIN, free: shown(free) })
    : usdt;
};

/** Down to the cent. */
const shown = (usdt: string): string => decimalText(unitsOf(usdt) - (unitsOf(usdt) % CENT));

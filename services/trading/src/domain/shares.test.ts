// A deployment's use of an account that it shares: shortages, deposits, orders under way, and what is free.
import { describe, expect, test } from 'vitest';
import {
  firstUsdt,
  freeUsdt,
  lookAtShare,
  type Member,
  outsideFrom,
  type Sharer,
  surplusIn,
  withinBooks,
} from './shares.ts';

const member = (deploymentId: string, rank: number, books: Member['books'], traded = '0'): Member => ({
  ...{ deploymentId, rank, books, traded, inFlight: [], isGone: false },
});
const old = member('old', 1, { USDT: '300', BTC: '1' });
const young = member('young', 2, { USDT: '200', BTC: '2' });
const MANAGED = ['USDT', 'BTC'];

const sharer = ({ deploymentId, books }: Member, more: Partial<Sharer> = {}): Sharer => ({
  ...{ deploymentId, books, managed: MANAGED, share: { usdt: 1_000 }, outside: null },
  ...more,
});
const NOTHING = new Set<string>();
const booksAfter = (of: Member, held: Record<string, string>, more: Partial<Sharer> = {}) =>
  lookAtShare(sharer(of, more), { held, members: [old, young] }, NOTHING).books;

describe('a shortage', () => {
  test.each([
    ['is none while nobody owns enough', { USDT: '900', BTC: '5' }, ['300', '1'], ['200', '2']],
    ['is the newest one’s first', { USDT: '400', BTC: '1.5' }, ['300', '1'], ['100', '0.5']],
    ['is the older one’s when that is not enough', { USDT: '120', BTC: '0' }, ['120', '0'], ['0', '0']],
  ])('%s', (_, held, ofOld, ofYoung) => {
    const [olds, youngs] = [booksAfter(old, held), booksAfter(young, held)];
    expect([olds.USDT, olds.BTC]).toEqual(ofOld);
    expect([youngs.USDT, youngs.BTC]).toEqual(ofYoung);
  });

  test('is not concluded of an asset that an order may be changing', () => {
    const look = lookAtShare(
      sharer(young),
      { held: { USDT: '0', BTC: '0' }, members: [old, young] },
      new Set(['USDT']),
    );
    expect(look.books).toEqual({ USDT: '200', BTC: '0' });
  });
});

describe('a deposit', () => {
  const outside = { usdt: '1000', deployments: ['old', 'young'] };
  const held = { USDT: '1500', BTC: '3' };

  test('is nobody’s where the share is an amount', () => {
    expect(booksAfter(young, held, { outside })).toEqual(young.books);
  });

  test('goes to a percentage in its part, once', () => {
    const share = { percent: 25 };
    const look = lookAtShare(sharer(young, { share, outside }), { held, members: [old, young] }, NOTHING);
    expect(look).toEqual({
      books: { USDT: '325', BTC: '2' },
      outside: { usdt: '1500', deployments: ['old', 'young'] },
    });
    const now = { ...young, books: look.books };
    const again = sharer(now, { share, outside: look.outside ?? null });
    expect(lookAtShare(again, { held, members: [old, now] }, NOTHING)).toEqual({
      ...{ books: look.books, outside: undefined },
    });
  });

  test('is not what another deployment sold, nor what one leaves that has stopped', () => {
    const sold = { ...old, books: { USDT: '700', BTC: '0' }, traded: '400' };
    const counted = sharer(young, { share: { percent: 50 }, outside: { ...outside, usdt: '500' } });
    const afterSale = { held: { USDT: '900', BTC: '2' }, members: [sold, young] };
    expect(lookAtShare(counted, afterSale, NOTHING).books).toEqual(young.books);
    const left = { ...afterSale, members: [{ ...sold, books: {} }, young] };
    expect(lookAtShare(counted, left, NOTHING).books).toEqual(young.books);
  });

  test('of coins is nobody’s', () => {
    expect(booksAfter(young, { USDT: '500', BTC: '9' }, { share: { percent: 100 }, outside })).toEqual(
      young.books,
    );
    expect(surplusIn({ held: { BTC: '9' }, members: [old, young] }, 'BTC')).toBe('6');
  });

  test('is counted from a look on, and from the deployments that there are then', () => {
    const gone = { ...old, isGone: true, books: {}, traded: '100' };
    const look = sharer(young, { share: { percent: 10 } });
    expect(lookAtShare(look, { held, members: [gone, young] }, NOTHING).outside).toEqual({
      ...{ usdt: '1500', deployments: ['young'] },
    });
    expect(outsideFrom({ held, members: [gone, young] }).usdt).toBe('1400');
  });
});

test('a plan uses no more than the books say, and no more than is there', () => {
  const balances = [
    { asset: 'USDT', free: '50', locked: '30' },
    { asset: 'BTC', free: '3', locked: '1' },
    { asset: 'ETH', free: '7', locked: '0' },
  ];
  expect(withinBooks(balances, { USDT: '70', BTC: '2' })).toEqual([
    { asset: 'USDT', free: '50', locked: '20' },
    { asset: 'BTC', free: '2', locked: '0' },
    { asset: 'ETH', free: '0', locked: '0' },
  ]);
});

describe('a new share', () => {
  test('is of the USDT that no deployment manages', () => {
    expect(freeUsdt('1200.5', [old, young])).toBe('700.5');
    expect(freeUsdt('100', [old, young])).toBe('0');
  });

  test.each([
    [{ usdt: 700 }, '700.5', 0, '700'],
    [{ usdt: 700.51 }, '700.509', 0, { refused: 'SHARE_NOT_FREE', data: { free: '700.5' } }],
    [{ percent: 25 }, '1000.017', 0, '250'],
    // Half of the account is taken, so what is free is the other half.
    [{ percent: 50 }, '1000', 50, '1000'],
    [{ percent: 25 }, '1000', 50, '500'],
    [{ percent: 1 }, '900', 0, { refused: 'SHARE_TOO_SMALL', data: { usdt: '9', least: 10, free: '900' } }],
  ])('of %o, with %s USDT free and %d % taken', (share, free, taken, first) => {
    expect(firstUsdt(share, free, taken)).toEqual(first);
  });
});

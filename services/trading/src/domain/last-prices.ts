// The newest known price of each coin: what it counts with while the exchange has no price of it.

type Amounts = Readonly<Record<string, string>>;

/** In USDT; `at`: when the exchange had it, ISO 8601. */
export type LastPrices = Readonly<Record<string, { readonly price: string; readonly at: string }>>;

/** A price older than the one that is known changes nothing. */
export const withPrices = (last: LastPrices, prices: Amounts, at: string): LastPrices => {
  const newer = Object.entries(prices).filter(([coin]) => (last[coin]?.at ?? '') <= at);
  return { ...last, ...Object.fromEntries(newer.map(([coin, price]) => [coin, { price, at }])) };
};

/** The prices of now, and the last known ones of coins that have none now. */
export const countedPrices = (last: LastPrices, now: Amounts): Amounts => ({
  ...Object.fromEntries(Object.entries(last).map(([coin, { price }]) => [coin, price])),
  ...now,
});

/** Coins that are held and whose price is not known at all: nothing can be said of the value then. */
export const unpricedCoins = (holdings: Amounts, counted: Amounts): string[] =>
  Object.keys(holdings).filter((coin) => Number(holdings[coin]) > 0 && counted[coin] === undefined);

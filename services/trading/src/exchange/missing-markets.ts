// Which missing markets are news: a coin that is delisted, or dust without a price, would have all markets read again for ever.

/** Returns true if one of these markets has not been missed within the period; they count as missed from now on. */
export type MissingMarkets = (symbols: readonly string[]) => boolean;

export const openMissingMarkets = (periodMs: number): MissingMarkets => {
  const missedMs = new Map<string, number>();
  return (symbols) => {
    const nowMs = performance.now();
    const news = symbols.filter((symbol) => !(nowMs - (missedMs.get(symbol) ?? -periodMs) < periodMs));
    for (const symbol of news) missedMs.set(symbol, nowMs);
    return news.length > 0;
  };
};

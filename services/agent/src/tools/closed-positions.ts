// Profits of closed positions, from a result's list of trades: by coin, and the worst of them. Pure.

type Position = { readonly closed_at: string; readonly coin: string; readonly profit: number };

export type ClosedPositions = {
  readonly count: number;
  readonly losing: number;
  readonly by_coin: readonly { readonly coin: string; readonly profit: number; readonly positions: number }[];
  /** The deepest losses, in USDT after fees. */
  readonly worst: readonly Position[];
};

const WORST_SHOWN = 8;
const CENTS = 100;

const cents = (amount: number): number => Math.round(amount * CENTS) / CENTS;

/** Columns by name, so that another order or another column changes nothing. */
const positionsIn = (csv: string, year: number | undefined): Position[] => {
  const [head = '', ...rows] = csv.trimEnd().split('\n');
  const names = head.split(',');
  const [time, coin, profit] = ['timestamp', 'coin', 'profit'].map((name) => names.indexOf(name));
  if (time === undefined || coin === undefined || profit === undefined || Math.min(time, coin, profit) < 0)
    return [];
  return rows.flatMap((row) => {
    const cells = row.split(',');
    const [closed_at = '', gain = ''] = [cells[time], cells[profit]];
    const isMeant = gain !== '' && (year === undefined || closed_at.startsWith(`${year}-`));
    return isMeant ? [{ closed_at, coin: cells[coin] ?? '', profit: Number(gain) }] : [];
  });
};

/** Of one year, or of the whole result. */
export const closedPositions = (csv: string, year?: number): ClosedPositions => {
  const positions = positionsIn(csv, year);
  const byCoin = Map.groupBy(positions, ({ coin }) => coin);
  const sums = [...byCoin].map(([coin, own]) => ({
    coin,
    profit: cents(own.reduce((sum, { profit }) => sum + profit, 0)),
    positions: own.length,
  }));
  return {
    count: positions.length,
    losing: positions.filter(({ profit }) => profit < 0).length,
    by_coin: sums.sort((a, b) => a.profit - b.profit),
    worst: positions
      .filter(({ profit }) => profit < 0)
      .sort((a, b) => a.profit - b.profit)
      .slice(0, WORST_SHOWN)
      .map((position) => ({ ...position, profit: cents(position.profit) })),
  };
};

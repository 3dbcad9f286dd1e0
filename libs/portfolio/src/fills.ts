// The trades, one row per fill: the basis for figures of single coins and of closed positions.

/** Columns of one length in the order of trading: by bar, sells before buys, then by coin. */
export type FillLog = {
  bar: Int32Array;
  coin: Int32Array;
  /** Units of the coin that are held afterwards; 0 where the fill closes the position. */
  held: Float64Array;
  /** USDT received by a sell, or spent by a buy (negative), after slippage and fee. */
  cash: Float64Array;
  /** Fee in USDT, already taken out of `cash`. */
  fee: Float64Array;
  /** Notional / portfolio value before the rebalance. */
  turnover: Float64Array;
};

type Fill = { [Column in keyof FillLog]: number };

export type FillRecorder = { log: FillLog; length: number };

/** Room for all fills that these targets can make: one per coin in each row that trades. */
export const fillRecorder = (targets: Float64Array, bars: number, coins: number): FillRecorder => {
  let rows = 0;
  for (let bar = 0; bar < bars; bar++) if (!Number.isNaN(targets[bar * coins])) rows += 1;
  const room = rows * coins;
  return {
    log: {
      bar: new Int32Array(room),
      coin: new Int32Array(room),
      held: new Float64Array(room),
      cash: new Float64Array(room),
      fee: new Float64Array(room),
      turnover: new Float64Array(room),
    },
    length: 0,
  };
};

export const recordFill = (recorder: FillRecorder, fill: Fill): void => {
  const { log, length } = recorder;
  log.bar[length] = fill.bar;
  log.coin[length] = fill.coin;
  log.held[length] = fill.held;
  log.cash[length] = fill.cash;
  log.fee[length] = fill.fee;
  log.turnover[length] = fill.turnover;
  recorder.length += 1;
};

/** The columns, cut to what was recorded. */
export const recordedFills = ({ log, length }: FillRecorder): FillLog => ({
  bar: log.bar.subarray(0, length),
  coin: log.coin.subarray(0, length),
  held: log.held.subarray(0, length),
  cash: log.cash.subarray(0, length),
  fee: log.fee.subarray(0, length),
  turnover: log.turnover.subarray(0, length),
});

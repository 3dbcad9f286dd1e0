// The statistics that each coin's walk imitates, from its last real year (a test estimates them again).
import type { WalkParameters } from './walk.ts';

const like = (volatility: number, marketCorrelation: number, volume: number): WalkParameters => ({
  volatility,
  marketCorrelation,
  volume,
});

/** From the hourly candles since 2025-01-01: VET and FIL to 2025-06-18, the others to the end of the year. */
const WALK_PARAMETERS: Readonly<Record<string, WalkParameters>> = {
  BTC: like(0.00475, 0.841, 598),
  ETH: like(0.00775, 0.889, 16_337),
  BNB: like(0.00585, 0.804, 8_178),
  ADA: like(0.01084, 0.899, 4_656_000),
  SOL: like(0.00925, 0.846, 119_555),
  DOT: like(0.00963, 0.918, 213_120),
  AVAX: like(0.00983, 0.898, 86_494),
  LINK: like(0.01014, 0.915, 127_482),
  UNI: like(0.01128, 0.838, 163_775),
  ATOM: like(0.00892, 0.893, 66_646),
  LTC: like(0.00921, 0.831, 18_298),
  BCH: like(0.00823, 0.757, 1_411),
  XLM: like(0.00961, 0.856, 2_152_000),
  VET: like(0.01138, 0.92, 14_043_000),
  FIL: like(0.01, 0.918, 195_592),
  TRX: like(0.00431, 0.654, 12_791_000),
  ETC: like(0.00896, 0.877, 17_727),
  XRP: like(0.00899, 0.875, 5_165_000),
  DOGE: like(0.00997, 0.917, 35_183_000),
};

export const walkParametersOf = (coin: string): WalkParameters => {
  const parameters = WALK_PARAMETERS[coin];
  if (!parameters) throw new Error(`no walk parameters for ${coin}`);
  return parameters;
};

// Turns the results of re-running a strategy without its future into findings.
import { type Finding, found } from '@tradeium/contracts';
import type { Causality } from '../workflows/run-contract.ts';

const DAY_MS = 86_400_000;
const NO_DECISION = 'none (NaN)';
const EVERY_COIN = 'every coin';

export type Tested = {
  readonly causality: Causality;
  /** Length of a bar. */
  readonly barMs: number;
};

/** One finding, or more where several things are wrong. */
export const causalityFindings = ({ causality, barMs }: Tested): Finding[] => {
  const { planned, tested, reproducible, first_difference, look_ahead, depends_on_length, failed } =
    causality;
  const at = (ms: number) => momentOf(ms, barMs);
  if (!reproducible && first_difference) {
    const { at_ms, coin, weight, again } = first_difference;
    const weights = { weight: weightOf(weight), again: weightOf(again) };
    return [found('NOT_REPRODUCIBLE', { coin: coin ?? EVERY_COIN, at: at(at_ms), ...weights })];
  }
  const findings: Finding[] = [];
  if (look_ahead) {
    const code = look_ahead.future === 'cut' ? 'LOOK_AHEAD_CUT' : 'LOOK_AHEAD_NOISE';
    findings.push(found(code, weightWithoutFuture(look_ahead, at)));
  }
  if (failed) {
    findings.push(
      found('FUTURE_REQUIRED', {
        knownUntil: at(failed.known_until_ms),
        change: failed.future === 'cut' ? 'missing' : 'replaced by noise',
      }),
    );
  }
  if (findings.length > 0) return findings;
  if (!reproducible || (tested === 0 && planned > 0)) return [found('CAUSALITY_UNTESTED')];
  return [
    ...(depends_on_length ? [found('DEPENDS_ON_LENGTH', weightWithoutFuture(depends_on_length, at))] : []),
    tested > 0 && tested === planned
      ? found('NO_LOOK_AHEAD', { dates: tested })
      : found('CAUSALITY_INCOMPLETE', { tested, planned }),
  ];
};

const weightWithoutFuture = (
  { known_until_ms, at_ms, coin, weight, without_future }: NonNullable<Causality['depends_on_length']>,
  at: (ms: number) => string,
): Finding['data'] => ({
  knownUntil: at(known_until_ms),
  coin: coin ?? EVERY_COIN,
  at: at(at_ms),
  weight: weightOf(weight),
  withoutFuture: weightOf(without_future),
});

const momentOf = (ms: number, barMs: number): string => {
  const iso = new Date(ms).toISOString();
  return barMs >= DAY_MS ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
};

const weightOf = (weight: number | null): string =>
  weight === null ? NO_DECISION : String(Number(weight.toFixed(4)));

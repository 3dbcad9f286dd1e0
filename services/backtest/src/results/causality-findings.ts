// Puts into findings what came of running a strategy again without its future.
import { type Finding, found } from '@tradeium/contracts';
import type { Causality } from '../workflows/run-reference.ts';

const DAY_MS = 86_400_000;
const NO_DECISION = 'none (NaN)';
const EVERY_COIN = 'every coin';
const FAILURE_LENGTH_MAX = 300;

type Tested = {
  readonly causality: Causality;
  /** Length of a bar. */
  readonly barMs: number;
  /** How the strategy failed when it was run again, in the runner's words. */
  readonly rerunFailure: string | null;
};

/** One finding, or two where the strategy also fails without its future. */
export const causalityFindings = ({ causality, barMs, rerunFailure }: Tested): Finding[] => {
  const { planned, tested, reproducible, first_difference, look_ahead, failed } = causality;
  const at = (ms: number) => momentOf(ms, barMs);
  if (!reproducible && first_difference) {
    const { at_ms, coin, weight, again } = first_difference;
    const weights = { weight: weightOf(weight), again: weightOf(again) };
    return [found('NOT_REPRODUCIBLE', { coin: coin ?? EVERY_COIN, at: at(at_ms), ...weights })];
  }
  const findings: Finding[] = [];
  if (look_ahead) {
    const { future, known_until_ms, at_ms, coin, weight, without_future } = look_ahead;
    findings.push(
      found(future === 'cut' ? 'LOOK_AHEAD_CUT' : 'LOOK_AHEAD_NOISE', {
        knownUntil: at(known_until_ms),
        coin: coin ?? EVERY_COIN,
        at: at(at_ms),
        weight: weightOf(weight),
        withoutFuture: weightOf(without_future),
      }),
    );
  }
  if (failed) {
    findings.push(
      found('FUTURE_REQUIRED', {
        knownUntil: at(failed.known_until_ms),
        change: failed.future === 'cut' ? 'missing' : 'replaced by noise',
        failure: (rerunFailure ?? '').slice(0, FAILURE_LENGTH_MAX),
      }),
    );
  }
  if (findings.length > 0) return findings;
  return tested > 0 && tested === planned
    ? [found('NO_LOOK_AHEAD', { dates: tested })]
    : [found('CAUSALITY_INCOMPLETE', { tested, planned })];
};

const momentOf = (ms: number, barMs: number): string => {
  const iso = new Date(ms).toISOString();
  return barMs >= DAY_MS ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
};

const weightOf = (weight: number | null): string =>
  weight === null ? NO_DECISION : String(Number(weight.toFixed(4)));

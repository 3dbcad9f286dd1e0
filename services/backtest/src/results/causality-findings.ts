// Turns the results of re-running a strategy without its future into findings.
import { type Finding, found } from '@tradeium/contracts';
import type { Causality, WeightWithoutFuture } from '../workflows/run-backtest-contract.ts';

const DAY_MS = 86_400_000;
const NO_DECISION = 'none (NaN)';

export type Tested = {
  readonly causality: Causality;
  /** Length of a bar. */
  readonly barMs: number;
};

/** One finding, or more where several things are wrong. */
export const causalityFindings = ({ causality, barMs }: Tested): Finding[] => {
  const { planned, tested, explained, reproducible, first_difference } = causality;
  const at = (ms: number) => momentOf(ms, barMs);
  if (!reproducible && first_difference) {
    const { at_ms, coin, weight, again } = first_difference;
    const weights = { weight: weightOf(weight), again: weightOf(again) };
    return [found('NOT_REPRODUCIBLE', { coin, at: at(at_ms), ...weights })];
  }
  const critical = criticalFindings(causality, at);
  if (critical.length > 0) return critical;
  if (planned === 0) return [found('RANGE_UNTESTABLE')];
  if (!reproducible || tested + explained === 0) return [found('CAUSALITY_UNTESTED')];
  return [...warnings(causality, at), ...extentFindings(causality)];
};

const criticalFindings = (
  { look_ahead, depends_on_length, failed }: Causality,
  at: (ms: number) => string,
): Finding[] => {
  const findings: Finding[] = [];
  const lineOf = ({ line }: { readonly line: number | null }) => (line ? { line } : {});
  if (look_ahead) {
    const code = look_ahead.future === 'cut' ? 'LOOK_AHEAD_CUT' : 'LOOK_AHEAD_NOISE';
    findings.push(found(code, { ...weightWithoutFuture(look_ahead, at), ...lineOf(look_ahead) }));
  }
  if (depends_on_length) {
    const data = { ...weightWithoutFuture(depends_on_length, at), ...lineOf(depends_on_length) };
    findings.push(found('DEPENDS_ON_LENGTH', data));
  }
  if (failed) {
    findings.push(
      found('FUTURE_REQUIRED', {
        knownUntil: at(failed.known_until_ms),
        change: failed.future === 'cut' ? 'missing' : 'replaced by noise',
      }),
    );
  }
  return findings;
};

/** Differences that honest strategies may have as well. */
const warnings = ({ rounding, made_up }: Causality, at: (ms: number) => string): Finding[] => [
  ...(rounding ? [found('ROUNDING_DECIDES', roundedWeight(rounding, at))] : []),
  ...(made_up?.fails === false ? [found('MADE_UP_PRICES_DIFFER', weightWithoutFuture(made_up, at))] : []),
  ...(made_up?.fails ? [found('MADE_UP_PRICES_FAIL', { knownUntil: at(made_up.known_until_ms) })] : []),
];

/** How much was tested, never more than was shown; no praise where a difference was not explained. */
const extentFindings = ({
  planned,
  tested,
  explained,
  made_up_tested,
  decisions,
  made_up,
}: Causality): Finding[] => {
  if (tested < planned) {
    const others = explained > 0 ? { explained } : {};
    return [found('CAUSALITY_INCOMPLETE', { tested, planned, decisions, ...others })];
  }
  const madeUp = made_up_tested > 0 ? { madeUp: made_up_tested } : {};
  const others = decisions > tested ? { others: decisions - tested } : {};
  return made_up?.fails === false
    ? []
    : [found('NO_LOOK_AHEAD', { dates: tested, decisions, ...madeUp, ...others })];
};

const roundedWeight = (
  rounding: NonNullable<Causality['rounding']>,
  at: (ms: number) => string,
): Finding['data'] => {
  const { knownUntil, ...data } = weightWithoutFuture(rounding, at);
  return rounding.future === 'noise' ? { ...data, madeUpAfter: knownUntil } : { ...data, knownUntil };
};

const weightWithoutFuture = (
  { known_until_ms, at_ms, coin, weight, without_future }: WeightWithoutFuture,
  at: (ms: number) => string,
) => ({
  knownUntil: at(known_until_ms),
  coin,
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

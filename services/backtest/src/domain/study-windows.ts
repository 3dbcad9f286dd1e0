// The windows of a walk-forward test: bars that choose a point, and later bars that judge it.
import { type Refusal, refuse, STUDY_WINDOWS_MAX, type WalkForwardPlan } from '@tradeium/contracts';

/** Bars of the range: the first one and the one after the last. */
export type BarSpan = readonly [start: number, end: number];
export type StudyWindow = { readonly train: BarSpan; readonly test: BarSpan };

const invalid = (problem: string): Refusal => refuse('STUDY_WINDOWS_INVALID', { problem });

/**
 * The windows over a range of so many bars. The test bars follow the train bars after the embargo; the next window begins
 * so that its test bars follow those of this one. Rolling windows forget the oldest bars, anchored ones keep them. A last
 * window that does not fit is left out.
 */
export const windowsOf = (plan: WalkForwardPlan, bars: number): StudyWindow[] | Refusal => {
  const { kind, train_bars: train, test_bars: test, embargo_bars: embargo } = plan;
  const needed = train + embargo + test;
  if (bars < needed)
    return invalid(
      `One window needs ${needed} bars; the range has ${bars}. Choose shorter windows or a longer range`,
    );
  const count = Math.floor((bars - train - embargo) / test);
  if (count > STUDY_WINDOWS_MAX)
    return invalid(
      `These would be ${count} windows, at most ${STUDY_WINDOWS_MAX} are tested. Choose longer test windows`,
    );
  return Array.from({ length: count }, (_, at) => {
    const end = train + at * test;
    const start = kind === 'anchored' ? 0 : at * test;
    return { train: [start, end], test: [end + embargo, end + embargo + test] };
  });
};

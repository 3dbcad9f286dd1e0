// Waits in tests, stories and measurements for what comes sooner or later, through whatever fails meanwhile.
import { until as lookedFor } from '@tradeium/event-store/until';

/** Longer than anything takes that comes at all. */
const TIMEOUT_MS = 60_000;
const PAUSE_MS = 100;

/** The first answer that is not undefined; a look that throws is repeated. Throws the last failure, or what is missing, after the time. */
export const until = async <Result>(
  what: string,
  look: () => Promise<Result | undefined>,
  { timeoutMs = TIMEOUT_MS, pauseMs = PAUSE_MS } = {},
): Promise<Result> => {
  let failure: unknown;
  const patient = async () => {
    failure = undefined;
    try {
      return await look();
    } catch (cause) {
      failure = cause;
      return undefined;
    }
  };
  const found = await lookedFor(patient, { timeoutMs, pauseMs });
  if (found === undefined) throw failure ?? new Error(`${what}: not in ${timeoutMs / 1_000} s`);
  return found;
};

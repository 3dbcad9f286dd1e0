// Logs once when something fails and once when it works again, however often it is tried in between.
import type { Log } from './log.ts';

export type OutageLog = { failed(error: unknown): void; worked(): void };

/** `what` completes "… fails, trying again" and "… works again". */
export const createOutageLog = (log: Log, details: object, what: string): OutageLog => {
  let isFailing = false;
  return {
    failed(error) {
      if (!isFailing) log.error({ ...details, err: error }, `${what} fails, trying again`);
      isFailing = true;
    },
    worked() {
      if (isFailing) log.info(details, `${what} works again`);
      isFailing = false;
    },
  };
};

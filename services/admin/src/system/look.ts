// Looks at all parts of the system at once: one that does not answer in time becomes a problem in plain words.
import type { SystemState } from '@tradeium/contracts';
import type { Log } from '@tradeium/service-kit';

type Problem = SystemState['problems'][number];

export type Looking = {
  readonly problems: readonly Problem[];
  /** Names a problem, once. */
  note(part: string, problem: string): void;
  /** A part's answer, or `otherwise` and a problem. */
  at<Found, Otherwise>(
    part: string,
    otherwise: Otherwise,
    read: () => Promise<Found>,
  ): Promise<Found | Otherwise>;
};

const SILENT_AFTER_MS = 2_000;

const inTime = async <Found>(read: () => Promise<Found>): Promise<Found> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('no answer in time')), SILENT_AFTER_MS);
  try {
    return await Promise.race([read(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
};

/** Begins a look. */
export const openLook = (log: Log): Looking => {
  const problems: Problem[] = [];
  const note = (part: string, problem: string): void => {
    if (!problems.some((known) => known.part === part)) problems.push({ part, problem });
  };
  return {
    problems,
    note,
    async at(part, otherwise, read) {
      try {
        return await inTime(read);
      } catch (cause) {
        log.warn({ err: cause, part }, 'a part of the system does not answer');
        note(part, `${part} does not answer`);
        return otherwise;
      }
    },
  };
};

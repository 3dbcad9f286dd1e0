// Keeps the schedules in Temporal of what a service does regularly: made, changed or removed as its settings say.
import type { ScheduleClient } from '@temporalio/client';
import type { Log } from './log.ts';

const MINUTE_MS = 60_000;
/** What waits for the full hour (bars close then, and exchanges need a moment to tell them) does not start with it. */
const AFTER_THE_HOUR_MINUTES = 3;
/** What was missed for longer is not made up for: the next time does the same. */
const CATCH_UP_WINDOW_MS = 5 * MINUTE_MS;
const RUN_TIMEOUT_MS = 120 * MINUTE_MS;
const RETRY_PAUSE_MS = 30_000;

/** A workflow without input and how often it is started; 0 minutes: never. */
export type Regular = {
  readonly scheduleId: string;
  readonly workflowType: string;
  readonly everyMinutes: number;
  readonly taskQueue: string;
};

const scheduleOf = ({ scheduleId, workflowType, everyMinutes, taskQueue }: Regular) => ({
  spec: {
    intervals: [
      {
        every: everyMinutes * MINUTE_MS,
        offset: Math.min(AFTER_THE_HOUR_MINUTES, everyMinutes - 1) * MINUTE_MS,
      },
    ],
  },
  policies: { overlap: 'SKIP' as const, catchupWindow: CATCH_UP_WINDOW_MS },
  action: {
    type: 'startWorkflow' as const,
    workflowType,
    workflowId: scheduleId,
    taskQueue,
    args: [],
    workflowRunTimeout: RUN_TIMEOUT_MS,
  },
});

/** Makes a schedule as it should be, however it was. */
export const putSchedule = async (schedules: ScheduleClient, regular: Regular): Promise<void> => {
  const { ScheduleAlreadyRunning, ScheduleNotFoundError } = await import('@temporalio/client');
  const { scheduleId, everyMinutes } = regular;
  const handle = schedules.getHandle(scheduleId);
  if (everyMinutes === 0) {
    await handle.delete().catch((cause: unknown) => {
      if (!(cause instanceof ScheduleNotFoundError)) throw cause;
    });
    return;
  }
  const schedule = scheduleOf(regular);
  await schedules.create({ scheduleId, ...schedule }).catch(async (cause: unknown) => {
    if (!(cause instanceof ScheduleAlreadyRunning)) throw cause;
    await handle.update(({ state }) => ({ ...schedule, state }));
  });
};

/** Puts the schedules in the background, again and again until Temporal takes them or `stop` is called. */
export const keepSchedules = (options: {
  schedules: ScheduleClient;
  regularWork: readonly Regular[];
  log: Log;
}): { stop(): void } => {
  const { schedules, log } = options;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const attempt = (): void => {
    Promise.all(options.regularWork.map((regular) => putSchedule(schedules, regular))).catch(
      (err: unknown) => {
        if (stopped) return;
        log.warn({ err }, 'schedules could not be put');
        timer = setTimeout(attempt, RETRY_PAUSE_MS);
      },
    );
  };
  attempt();
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
};

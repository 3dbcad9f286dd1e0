// Creates, changes or removes a schedule in Temporal, according to the settings.
import type { ScheduleClient } from '@temporalio/client';

const MINUTE_MS = 60_000;
/** Bars close on the full hour and exchanges need a moment to publish them, so nothing starts exactly then. */
const AFTER_THE_HOUR_MINUTES = 3;
/** A start missed by more is skipped: the next one does the same work. */
const CATCH_UP_WINDOW_MS = 5 * MINUTE_MS;
const RUN_TIMEOUT_MS = 120 * MINUTE_MS;

/** A workflow without input and how often it starts; 0 minutes: never. */
export type Schedule = {
  readonly scheduleId: string;
  readonly workflowType: string;
  readonly everyMinutes: number;
};

const scheduleOf = ({
  scheduleId,
  workflowType,
  everyMinutes,
  taskQueue,
}: Schedule & { readonly taskQueue: string }) => ({
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

/** Brings a schedule to its declared state. */
export const putSchedule = async (
  schedules: ScheduleClient,
  wanted: Schedule & { readonly taskQueue: string },
): Promise<void> => {
  const { ScheduleAlreadyRunning, ScheduleNotFoundError } = await import('@temporalio/client');
  const { scheduleId, everyMinutes } = wanted;
  const handle = schedules.getHandle(scheduleId);
  if (everyMinutes === 0) {
    await handle.delete().catch((cause: unknown) => {
      if (!(cause instanceof ScheduleNotFoundError)) throw cause;
    });
    return;
  }
  const schedule = scheduleOf(wanted);
  await schedules.create({ scheduleId, ...schedule }).catch(async (cause: unknown) => {
    if (!(cause instanceof ScheduleAlreadyRunning)) throw cause;
    await handle.update(({ state }) => ({ ...schedule, state }));
  });
};

// Creates, changes or removes a schedule in Temporal, according to the settings.
import type { ScheduleClient, ScheduleOptions, ScheduleUpdateOptions } from '@temporalio/client';

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

type WantedSchedule = Omit<ScheduleOptions, 'scheduleId'>;

/** Brings a schedule to its wanted state, null for none. One that is paused stays so, unless the wanted state says otherwise. */
export const keepSchedule = async (
  schedules: ScheduleClient,
  scheduleId: string,
  wanted: WantedSchedule | null,
): Promise<void> => {
  const { ScheduleAlreadyRunning, ScheduleNotFoundError } = await import('@temporalio/client');
  const handle = schedules.getHandle(scheduleId);
  if (wanted === null) {
    await handle.delete().catch((cause: unknown) => {
      if (!(cause instanceof ScheduleNotFoundError)) throw cause;
    });
    return;
  }
  await schedules.create({ scheduleId, ...wanted }).catch(async (cause: unknown) => {
    if (!(cause instanceof ScheduleAlreadyRunning)) throw cause;
    await handle.update(({ state }) => ({ state, ...wanted }) as ScheduleUpdateOptions);
  });
};

/** Brings a schedule of the settings to its declared state. */
export const putSchedule = (
  schedules: ScheduleClient,
  wanted: Schedule & { readonly taskQueue: string },
): Promise<void> =>
  keepSchedule(schedules, wanted.scheduleId, wanted.everyMinutes === 0 ? null : scheduleOf(wanted));

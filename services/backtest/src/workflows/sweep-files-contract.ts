// The contract between the workflow that removes old working files and its activity.

/** The schedule, its workflow type, and how the ids of its runs begin. */
export const SWEEP_FILES = { scheduleId: 'sweep-files', workflowType: 'sweepFiles' } as const;

export type Swept = { readonly files: number; readonly bytes: number };

export type SweepActivities = {
  /** Removes what no run has used for days; safe to repeat. */
  sweepWorkingFiles(): Promise<Swept>;
};

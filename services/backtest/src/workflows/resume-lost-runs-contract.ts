// The contract between the workflow that resumes lost runs and its activity.

/** The schedule, its workflow type, and how the ids of its runs begin. */
export const RESUME_LOST_RUNS = { scheduleId: 'resume-lost-runs', workflowType: 'resumeLostRuns' } as const;

export type Resumed = { readonly looked: number; readonly failed: number };

export type ResumeActivities = {
  /** Makes sure that every run that has not ended has a workflow; a failing one does not hold up the others. */
  resumeLostRuns(): Promise<Resumed>;
};

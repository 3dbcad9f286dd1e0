// Runs jobs side by side, as many as there are places for, in the order of a list.

export type Job = {
  /** How many places it takes while it runs. */
  readonly places: number;
};

type Outcome<J extends Job> = {
  readonly failed: readonly J[];
  /** Those that did not begin, because another had failed. */
  readonly left: readonly J[];
};

/**
 * Begins each job as soon as its places are free; a job that doesn't fit yet does not hold up others. After a
 * failure no other job begins. Resolves when all that began have ended.
 */
export const runInPlaces = async <J extends Job>(
  jobs: readonly J[],
  placesMax: number,
  run: (job: J) => Promise<boolean>,
): Promise<Outcome<J>> => {
  const waiting = [...jobs];
  const running = new Map<J, Promise<void>>();
  const failed: J[] = [];
  const isFitting = ({ places }: Job): boolean => {
    const taken = [...running.keys()].reduce((sum, job) => sum + job.places, 0);
    return running.size === 0 || taken + places <= placesMax;
  };
  const begin = (job: J): void => {
    waiting.splice(waiting.indexOf(job), 1);
    const ended = run(job).then((hasSucceeded) => {
      running.delete(job);
      if (!hasSucceeded) failed.push(job);
    });
    running.set(job, ended);
  };
  for (;;) {
    const next = failed.length === 0 ? waiting.find(isFitting) : undefined;
    if (next) begin(next);
    else if (running.size > 0) await Promise.race(running.values());
    else return { failed, left: waiting };
  }
};

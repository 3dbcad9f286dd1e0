// Reports progress and its duration to a waiting person.

/** Receives one line of text about a step that takes a while. */
export type Progress = (line: string) => void;

const INTERVAL_MS = 20_000;

/** Reports a step when it starts, every twenty seconds while it lasts, and how long it took when it worked. */
export const withElapsed = async <T>(
  progress: Progress,
  step: string,
  work: () => Promise<T>,
): Promise<T> => {
  const started = performance.now();
  const seconds = (): string => `${Math.round((performance.now() - started) / 1000)} s`;
  progress(`${step} …`);
  const timer = setInterval(() => progress(`${step} … ${seconds()}`), INTERVAL_MS);
  timer.unref();
  try {
    const result = await work();
    progress(`${step}: done in ${seconds()}`);
    return result;
  } finally {
    clearInterval(timer);
  }
};

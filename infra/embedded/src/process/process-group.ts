// Signals whole process groups, so that a program ends together with everything it started.

/** Sends a signal to every process of a group; false when there is none left. */
export const signalGroup = (group: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    return false;
  }
};

/** True if a process exists (perhaps another user's). */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM';
  }
};

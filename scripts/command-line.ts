// How an operator's command ends: 0 all is well, 1 something is wrong, 2 the command was not understood.

/** The command was not understood; its message says why, if the usage alone does not. */
export class UsageError extends Error {}

/** Runs a command that returns whether all is well; prints failures and sets the exit code. */
export const runCommand = async (usage: string, run: () => Promise<boolean>): Promise<void> => {
  try {
    process.exitCode = (await run()) ? 0 : 1;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    const isUsage =
      cause instanceof UsageError || (cause as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
    console.error(isUsage ? `${message && `${message}\n\n`}${usage}` : message);
    process.exitCode = isUsage ? 2 : 1;
  }
};

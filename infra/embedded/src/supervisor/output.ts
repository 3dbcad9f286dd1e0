// Decides which output of the processes the terminal shows, and how.

/** Receives output to show: `who` is the process, or empty for the whole system. */
export type Report = (who: string, line: string) => void;

const WARN_LEVEL = 40;
const LONGEST_LINE = 400;
const COLOURS = [36, 35, 33, 32, 34, 96, 95, 93, 92, 94];

/**
 * The text to show for one line of output of our own processes, which log JSON lines: that of warnings and
 * errors. Non-JSON comes from a crash or from the runtime, and is shown when it was written to stderr.
 */
export const wordsOf = (line: string, fromStderr: boolean): string | undefined => {
  if (line.trim() === '') return undefined;
  const entry = parse(line);
  if (entry === undefined) return fromStderr ? line.slice(0, LONGEST_LINE) : undefined;
  if (severity(entry.level) < WARN_LEVEL) return undefined;
  const cause = entry.err?.message;
  const words = [entry.msg ?? entry.message, cause === entry.msg ? undefined : cause]
    .filter(Boolean)
    .join(': ');
  return words.slice(0, LONGEST_LINE) || undefined;
};

/** Writes reports to the terminal, the name of the process before each line, in colour where that helps. */
export const terminalReport = (
  stream: NodeJS.WriteStream,
  names: readonly string[],
  noColour: boolean,
): Report => {
  const width = Math.max(...names.map((name) => name.length));
  const inColour = stream.isTTY && !noColour;
  return (who, line) => {
    if (who === '') {
      stream.write(`${line}\n`);
      return;
    }
    const label = who.padEnd(width);
    const colour = COLOURS[Math.max(0, names.indexOf(who)) % COLOURS.length];
    stream.write(`${inColour ? `\x1b[${colour}m${label}\x1b[0m` : label} | ${line}\n`);
  };
};

/** Cuts a stream of chunks into whole lines; longer ones are cut at 64 KiB. */
export const lineSplitter = (onLine: (line: string) => void): ((chunk: Buffer) => void) => {
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk.toString('utf8')).split('\n');
    rest = (lines.pop() ?? '').slice(-65_536);
    for (const line of lines) onLine(line);
  };
};

type Entry = { level?: unknown; msg?: string; message?: string; err?: { message?: string } };

const parse = (line: string): Entry | undefined => {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return undefined;
  }
};

const severity = (level: unknown): number => {
  if (typeof level === 'number') return level;
  return typeof level === 'string' && /^(warn|error|fatal|critical)/i.test(level) ? WARN_LEVEL : 0;
};

// The terminal's lines of a start: what processes wait for, and other errors of connections.

export type StartLine = { readonly process: string; readonly line: string };

/** "waiting for MongoDB: connection refused" is about MongoDB, whatever the reason. */
const WAITING = /^waiting for ([^:]+)/;
const CONNECTION_ERROR = /ECONN|connect|reach|timed? ?out|unavailable|could not/i;

const ofProcesses = (lines: readonly StartLine[]) => lines.filter(({ process }) => process !== '');

/** The server that each process says it waits for: "trading for Temporal". */
export const waits = (lines: readonly StartLine[]): string[] =>
  ofProcesses(lines).flatMap(({ process, line }) => {
    const thing = WAITING.exec(line)?.[1];
    return thing === undefined ? [] : [`${process} for ${thing}`];
  });

export const connectionErrors = (lines: readonly StartLine[]): string[] =>
  ofProcesses(lines)
    .map(({ line }) => line)
    .filter((line) => !WAITING.test(line) && CONNECTION_ERROR.test(line));

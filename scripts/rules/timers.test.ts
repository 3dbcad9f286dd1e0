// When something happens is said by workflows and schedules: what decides has no timer, and what repeats has its reason here.
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

const code = sourceFiles().filter(
  ({ path }) =>
    /^(services\/[a-z-]+|gateway|libs\/[a-z-]+)\/src\//.test(path) &&
    !/\.test\.ts$|-under-test\.ts$/.test(path),
);

const TIMER = /\b(setTimeout|setInterval|setImmediate)\b|\bpRetry\(|import \{[^}]*\bpause\b[^}]*\} from/;
const DECIDES = /\/src\/(domain|projections|commands|reactions)\/|^libs\/(contracts|portfolio)\//;

test('what decides has no timer', () => {
  const timed = code.filter(({ path, text }) => DECIDES.test(path) && TIMER.test(text));
  expect(timed.map(({ path }) => path)).toEqual([]);
});

/** Files that repeat something as long as a process lives, which looks like work for a schedule. */
const REPEATED: Readonly<Record<string, string>> = {
  'access-token.ts': 'checks whether the token of a long request is still valid',
  'blob-cache.ts': 'sweeps the cache of its own machine: a schedule runs on any machine, and not on each',
  'counts.ts': 'publishes changed counts together and held ones again, and forgets the old',
  'event-stream.ts': 'keeps streams alive',
  'mcp-server.ts': 'shows a client that its call goes on',
  'process-renewal.ts': 'says that a process lives, for all its leases',
  'process-watch.ts': 'looks whether a process lives for whose leases others wait',
  'projection-care.ts': 'looks at the checkpoint',
  'reaction-parking.ts': 'looks for parked events that are due for a retry',
  'replies.ts': 'keeps drafts, ends a reply without end, forgets ended ones',
  'server.ts': 'ends idle connections while the server closes',
  'stream-host.ts': 'keeps streams alive',
  'stream-reader.ts': 'says that the reader lives',
  'trading-processes.ts': 'says that this process lives, so that the limit is shared',
  'while-beating.ts': 'says that an activity lives',
};

test('time is kept by workflows and schedules; what repeats here belongs to its process', () => {
  const repeated = code.filter(({ text }) => /\bsetInterval\(/.test(text));
  expect(repeated.map(({ path }) => basename(path)).sort()).toEqual(Object.keys(REPEATED).sort());
});

// `npm run check`: everything that needs no server, in about a minute; with words, the steps named so.
import { join } from 'node:path';
import { run } from './process/command.ts';
import { root } from './repository.ts';

type Step = { name: string; command: string; args: string[] };

/** Far beyond what a step takes, as a busy machine is no reason to fail. */
const TIMEOUT_MS = 30 * 60_000;
// Two at a time: more would only take turns on a small machine.
const AT_ONCE = 2;

const steps: Step[] = [
  { name: 'unit tests', command: 'vitest', args: ['run', '--project', 'unit', '--project', 'components'] },
  { name: 'format and lint', command: 'biome', args: ['check', '.'] },
  { name: 'types', command: 'tsc', args: ['--noEmit', '-p', 'tsconfig.json'] },
  { name: 'types of the web', command: 'tsc', args: ['--noEmit', '-p', 'web/tsconfig.json'] },
  { name: 'dead code', command: 'knip', args: [] },
];

const started = performance.now();
const wanted = process.argv.slice(2);
const waiting = steps.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)));
const failed: string[] = [];

const runWaiting = async (): Promise<void> => {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    const startedAt = performance.now();
    const command = join(root, 'node_modules', '.bin', step.command);
    const { code, output } = await run(command, step.args, { timeoutMs: TIMEOUT_MS, cwd: root });
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${step.name.padEnd(18)} ${secondsSince(startedAt)}`);
    if (code === 0) continue;
    failed.push(step.name);
    console.log(output.trim());
  }
};

const secondsSince = (time: number): string => `${((performance.now() - time) / 1000).toFixed(1)} s`;

await Promise.all(Array.from({ length: AT_ONCE }, runWaiting));
console.log(
  `${failed.length === 0 ? 'All fine' : `Failed: ${failed.join(', ')}`} (${secondsSince(started)})`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

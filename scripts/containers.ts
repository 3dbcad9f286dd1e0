// Some of the tests on containers: servers from their official images, and the sandbox in the runner's. Says what ran, or why not.
import { join } from 'node:path';
import { attack, buildImage, type Engine, findOrStartEngine, hasImage } from '@tradeium/docker';
import { root, run, SERVER_IMAGES, SetupError } from '@tradeium/embedded';
import { runCommand } from './command-line.ts';

const USAGE = `npm run containers    runs some tests with servers in containers, and attacks the sandbox in the runner's image
Without an engine, or without an image that cannot be pulled, it says so and ends well.
Exit code 0: all is well, or nothing could be tried; 1: something is wrong.`;

/** The event store, a projection, workflows, and files in a bucket. */
const FILES = [
  'event-store/src/write/aggregates.int',
  'event-store/src/read/projections.int',
  'workflows/run-queue.int',
  'blobs/sweep-bucket.int',
];
const TESTS_TIMEOUT_MS = 10 * 60_000;

const say = (line: string): void => console.log(line);
const show = (chunk: Buffer): void => void process.stdout.write(chunk);

/** Which image is missing, and the cure; null where all are there. */
const missing = async (engine: Engine): Promise<string | null> => {
  for (const image of Object.values(SERVER_IMAGES))
    if (!(await hasImage(engine, image)))
      return `${image} cannot be pulled: npm run images -- --servers builds one in its place`;
  return buildImage(engine, 'runner').then(() => null, String);
};

const testServers = async (): Promise<boolean> => {
  const env = {
    ...process.env,
    TRADEIUM_TEST_SERVERS: 'containers',
    // Each test stops its own containers. The one that would do it after a crash has an image more.
    TESTCONTAINERS_RYUK_DISABLED: 'true',
  };
  const args = ['run', '--project', 'integration', ...FILES];
  const vitest = join(root, 'node_modules', '.bin', 'vitest');
  const { code } = await run(vitest, args, {
    timeoutMs: TESTS_TIMEOUT_MS,
    cwd: root,
    env,
    onOutput: show,
  });
  return code === 0;
};

const tryOn = async (engine: Engine): Promise<boolean> => {
  const problem = await missing(engine);
  if (problem) {
    say(`Containers: nothing ran: ${problem}`);
    return true;
  }
  const servers = `${FILES.length} files of tests on ${Object.values(SERVER_IMAGES).join(', ')}`;
  const results = {
    [servers]: await testServers(),
    "the core of the attacks in the runner's image": await attack(engine, say, { isCore: true }),
  };
  for (const [name, isGood] of Object.entries(results))
    say(`Containers: ${isGood ? 'passed' : 'FAILED'}: ${name}`);
  return Object.values(results).every(Boolean);
};

await runCommand(USAGE, async () => {
  const started = await findOrStartEngine().catch((cause: SetupError) => cause);
  if (started instanceof SetupError) {
    say(`Containers: nothing ran: ${started.message}`);
    return true;
  }
  return tryOn(started.engine).finally(started.stop);
});

// `npm test`: gets what the tests need, then runs every tier, some side by side, and stops after the first that fails.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { signalGroup } from './process/process-group.ts';
import { onStopRequest } from './process/stop-request.ts';
import { guard, killGuarded, unguard } from './process/watchdog.ts';
import { messageOf, SetupError } from './setup-error.ts';
import { type TestCommand, type Tier, wantedLines } from './test-tiers.ts';

type Environment = Awaited<ReturnType<Tier['prepare']>>;
type PreparedTier = { readonly tier: Tier; readonly env: Environment };

const running = new Set<number>();
let isStopping = false;
/** Tiers in which something passed only when it ran again. */
const unstable: string[] = [];

/** Runs the tiers of a line; the first one's output is seen as it comes, that of the others when they end. */
const runLine = async (line: readonly Tier[]): Promise<void> => {
  const prepared: PreparedTier[] = [];
  // One after the other: they need the same servers.
  for (const tier of line) prepared.push({ tier, env: await tier.prepare() });
  const failed = (
    await Promise.all(prepared.map(async (part, index) => ((await runTier(part, index === 0)) ? null : part)))
  ).filter((part) => part !== null);
  const lost: string[] = [];
  // Alone: what fails again did not fail for lack of processor time.
  for (const part of failed) if (!(await runAgain(part))) lost.push(`The ${part.tier.name} tests failed.`);
  if (lost.length > 0) throw new SetupError(`\n${lost.join('\n')}`);
};

/** Whether the tests of a tier pass. */
const runTier = async ({ tier, env }: PreparedTier, isSeen: boolean): Promise<boolean> => {
  console.log(`\n== ${tier.name} tests`);
  const startedAt = performance.now();
  const hasPassed = await runTests(tier.command(env), env, isSeen);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`== ${tier.name} tests: ${hasPassed ? 'passed in' : 'FAILED after'} ${seconds} s`);
  return hasPassed;
};

/** Whether what failed passes when it runs again. That is reported, as an unstable test is a defect, too. */
const runAgain = async ({ tier, env }: PreparedTier): Promise<boolean> => {
  const command = isStopping ? null : await tier.again(env);
  if (command === null) return false;
  console.log(`\n== ${tier.name} tests: what failed, again`);
  if (!(await runTests(command, env, true))) return false;
  unstable.push(tier.name);
  return true;
};

/** Runs a program that ends with us; answers whether it succeeded. */
const runTests = async (
  { program, args, cwd }: TestCommand,
  env: Environment,
  isSeen: boolean,
): Promise<boolean> => {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: isSeen ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const { pid } = child;
  if (pid !== undefined) {
    running.add(pid);
    guard(pid);
  }
  const kept: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => kept.push(chunk));
  const [code] = await once(child, 'close');
  if (pid !== undefined) {
    running.delete(pid);
    unguard(pid);
  }
  process.stdout.write(Buffer.concat(kept));
  return code === 0;
};

const endAtOnce = (): void => {
  killGuarded();
  process.exit(130);
};

// The first request lets the tests clean up.
onStopRequest(() => {
  isStopping = true;
  const signalled = [...running].filter((pid) => signalGroup(pid, 'SIGINT'));
  if (signalled.length === 0) endAtOnce();
}, endAtOnce);

try {
  for (const line of wantedLines(process.argv.slice(2))) await runLine(line);
  for (const name of unstable)
    console.log(`\nUNSTABLE: some of the ${name} tests passed only at the second try.`);
  console.log('\nAll tests passed.');
} catch (cause) {
  console.error(cause instanceof SetupError ? messageOf(cause) : cause);
  process.exitCode = 1;
}

// `npm test`: gets what the tests need, then runs every tier, some in parallel, and starts no further tier once one has failed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { signalGroup } from './process/process-group.ts';
import { onStopRequest } from './process/stop-request.ts';
import { guard, killGuarded, unguard } from './process/watchdog.ts';
import { root } from './repository.ts';
import { type Job, runInPlaces } from './run-in-places.ts';
import { messageOf, SetupError } from './setup-error.ts';
import { durationLines, keepDurations, type TierDuration, takeFileDurations } from './test-durations.ts';
import { PLACES, type TestCommand, type Tier, wantedTiers } from './test-tiers.ts';
import { verdictOf } from './test-verdict.ts';

type Environment = Awaited<ReturnType<Tier['prepare']>>;
type PreparedTier = Job & { readonly tier: Tier; readonly env: Environment };

const DURATIONS = join(root, 'test-results', 'durations.json');
const running = new Set<number>();
let isStopping = false;
/** The tier whose output is shown as it comes. */
let seen: Tier | undefined;
const durations: TierDuration[] = [];
/** Tiers in which something passed only when it ran again. */
const unstable: string[] = [];

/** Prepares tiers one after the other, as they need the same servers. */
const prepareAll = async (tiers: readonly Tier[]): Promise<PreparedTier[]> => {
  const prepared: PreparedTier[] = [];
  for (const tier of tiers) prepared.push({ tier, env: await tier.prepare(), places: tier.places });
  return prepared;
};

/** Runs all tiers, some side by side; throws when the tests of one fail twice. */
const runAll = async (tiers: readonly PreparedTier[]): Promise<void> => {
  const { failed, left } = await runInPlaces(tiers, PLACES, runTier);
  const lost: string[] = [];
  // Alone: what fails again did not fail for lack of processor time.
  for (const part of failed) if (!(await runAgain(part))) lost.push(`The ${part.tier.name} tests failed.`);
  if (lost.length > 0) throw new SetupError(`\n${lost.join('\n')}`);
  if (left.length > 0) await runAll(left);
};

/** True if the tests of a tier pass. The output of one tier at a time is shown as it comes, that of others when they end. */
const runTier = async ({ tier, env }: PreparedTier): Promise<boolean> => {
  const isSeen = seen === undefined;
  if (isSeen) seen = tier;
  console.log(`\n== ${tier.name} tests`);
  const startedAt = performance.now();
  const hasPassed = await runTests(tier.command(env), env, isSeen);
  if (isSeen) seen = undefined;
  const seconds = (performance.now() - startedAt) / 1000;
  durations.push({ tier: tier.name, seconds, files: await takeFileDurations(tier.junit) });
  console.log(`== ${tier.name} tests: ${hasPassed ? 'passed in' : 'FAILED after'} ${seconds.toFixed(1)} s`);
  return hasPassed;
};

/** Runs again what failed; true if it passes. That is reported, as an unstable test is a defect, too. */
const runAgain = async ({ tier, env }: PreparedTier): Promise<boolean> => {
  if (isStopping) return false;
  console.log(`\n== ${tier.name} tests: what failed, again`);
  if (!(await runTests(await tier.again(env), env, true))) return false;
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

const reportDurations = async (): Promise<void> => {
  if (durations.length === 0) return;
  await keepDurations(DURATIONS, durations);
  for (const line of ['', ...durationLines(durations)]) console.log(line);
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
  await runAll(await prepareAll(wantedTiers(process.argv.slice(2)))).finally(reportDurations);
  const { lines, exitCode } = verdictOf(unstable, process.env);
  for (const line of lines) console.log(`\n${line}`);
  process.exitCode = exitCode;
} catch (cause) {
  console.error(cause instanceof SetupError ? messageOf(cause) : cause);
  process.exitCode = 1;
}

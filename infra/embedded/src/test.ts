// `npm test`: gets what the tests need, then runs every tier, some side by side, and stops after the first that fails.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { signalGroup } from './process/process-group.ts';
import { onStopRequest } from './process/stop-request.ts';
import { guard, killGuarded, unguard } from './process/watchdog.ts';
import { root } from './repository.ts';
import { mongodbProgram } from './servers/mongodb.ts';
import { natsProgram } from './servers/nats.ts';
import { temporalProgram } from './servers/temporal.ts';
import { ensureBubblewrap } from './setup/bubblewrap.ts';
import { ensureChromium } from './setup/chromium.ts';
import { requirementsEnvironment } from './setup/python.ts';
import { messageOf, SetupError } from './setup-error.ts';

type Tier = {
  name: string;
  /** The tier is skipped while nothing matches this. */
  files: string;
  prepare(): Promise<Record<string, string>>;
  command(env: Record<string, string>): { program: string; args: string[]; cwd: string };
};

const progress = (line: string): void => console.log(`  ${line}`);
const runner = join(root, 'services', 'strategy-runner');
const bin = (name: string): string => join(root, 'node_modules', '.bin', name);
const python = (): Promise<string> =>
  requirementsEnvironment([join(runner, 'requirements.txt'), join(runner, 'requirements-dev.txt')], progress);

const prepareServers = async (): Promise<Record<string, string>> => {
  await Promise.all([natsProgram(progress), mongodbProgram(progress), temporalProgram(progress)]);
  await ensureBubblewrap(progress);
  return { PYTHON_ENVIRONMENT: await python() };
};

const unitAndIntegration: Tier = {
  name: 'unit and integration',
  files: '{libs,gateway,services,infra,web}/**/*.test.{ts,tsx}',
  prepare: prepareServers,
  command: () => ({
    program: bin('vitest'),
    args: ['run', '--project', 'unit', '--project', 'integration'],
    cwd: root,
  }),
};

const strategyRunner: Tier = {
  name: 'strategy runner',
  files: 'services/strategy-runner/tests/**/test_*.py',
  prepare: prepareServers,
  command: (env) => ({
    program: env.PYTHON_ENVIRONMENT ?? 'python3',
    args: ['-m', 'pytest', '-q'],
    cwd: runner,
  }),
};

/** Kills processes of its system, so it has one of its own. */
const CRASHES = 'e2e/crash.system.test.ts';

const system: Tier = {
  name: 'system',
  files: 'e2e/**/*.system.test.ts',
  prepare: prepareServers,
  command: () => ({
    program: bin('vitest'),
    args: ['run', '--project', 'system', '--exclude', CRASHES],
    cwd: root,
  }),
};

const systemCrashes: Tier = {
  name: 'system, crashes',
  files: CRASHES,
  prepare: prepareServers,
  command: () => ({ program: bin('vitest'), args: ['run', '--project', 'system', CRASHES], cwd: root }),
};

const browser: Tier = {
  name: 'browser',
  files: 'e2e/**/*.spec.ts',
  prepare: async () => ({ ...(await prepareServers()), CHROMIUM_PATH: await ensureChromium(progress) }),
  command: () => ({
    program: bin('playwright'),
    args: ['test', '--config', 'e2e/playwright.config.ts'],
    cwd: root,
  }),
};

/** The tiers of one line run at the same time: while one waits, the other computes. */
const lines: Tier[][] = [[unitAndIntegration, strategyRunner], [system, systemCrashes], [browser]];

const running = new Set<number>();
const wanted = process.argv.slice(2);

const isWanted = ({ name, files }: Tier): boolean =>
  (wanted.length === 0 || wanted.some((word) => name.includes(word))) &&
  globSync(files, { cwd: root, exclude: (path) => path.includes('node_modules') }).length > 0;

/** Runs the wanted tiers of a line; the first one's output is seen as it comes, that of the others when they end. */
const runLine = async (line: readonly Tier[]): Promise<void> => {
  const prepared: { tier: Tier; env: Record<string, string> }[] = [];
  // One after the other: they need the same servers.
  for (const tier of line.filter(isWanted)) prepared.push({ tier, env: await tier.prepare() });
  const failures = await Promise.all(
    prepared.map(({ tier, env }, index) => runTier(tier, env, index === 0 ? 'seen' : 'kept')),
  );
  const failed = failures.filter((failure) => failure !== null);
  if (failed.length > 0) throw new SetupError(`\n${failed.join('\n')}`);
};

/** Null when the tests passed, else what to say. */
const runTier = async (
  tier: Tier,
  env: Record<string, string>,
  output: 'seen' | 'kept',
): Promise<string | null> => {
  console.log(`\n== ${tier.name} tests`);
  const startedAt = performance.now();
  const code = await runTests(tier.command(env), env, output);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (code !== 0) return `The ${tier.name} tests failed after ${seconds} s.`;
  console.log(`== ${tier.name} tests: passed in ${seconds} s`);
  return null;
};

/** Runs a program that ends with us. */
const runTests = async (
  { program, args, cwd }: ReturnType<Tier['command']>,
  env: Record<string, string>,
  output: 'seen' | 'kept',
): Promise<number> => {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: output === 'seen' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
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
  return code ?? 1;
};

const endAtOnce = (): void => {
  killGuarded();
  process.exit(130);
};

// The first request lets the tests clean up.
onStopRequest(() => {
  const signalled = [...running].filter((pid) => signalGroup(pid, 'SIGINT'));
  if (signalled.length === 0) endAtOnce();
}, endAtOnce);

try {
  for (const line of lines) await runLine(line);
  console.log('\nAll tests passed.');
} catch (cause) {
  console.error(cause instanceof SetupError ? messageOf(cause) : cause);
  process.exitCode = 1;
}

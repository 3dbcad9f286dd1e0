// `npm test`: gets what the tests need, then runs every tier in order and stops at the first that fails.
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { signalGroup } from './process/process-group.ts';
import { onStopRequest } from './process/stop-request.ts';
import { guard, killGuarded } from './process/watchdog.ts';
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

const tiers: Tier[] = [
  {
    name: 'unit and integration',
    files: '{libs,gateway,services,infra,web}/**/*.test.{ts,tsx}',
    prepare: prepareServers,
    command: () => ({
      program: bin('vitest'),
      args: ['run', '--project', 'unit', '--project', 'integration'],
      cwd: root,
    }),
  },
  {
    name: 'strategy runner',
    files: 'services/strategy-runner/tests/**/test_*.py',
    prepare: prepareServers,
    command: (env) => ({
      program: env.PYTHON_ENVIRONMENT ?? 'python3',
      args: ['-m', 'pytest', '-q'],
      cwd: runner,
    }),
  },
  {
    name: 'system',
    files: 'e2e/**/*.system.test.ts',
    prepare: prepareServers,
    command: () => ({ program: bin('vitest'), args: ['run', '--project', 'system'], cwd: root }),
  },
  {
    name: 'browser',
    files: 'e2e/**/*.spec.ts',
    prepare: async () => ({ ...(await prepareServers()), CHROMIUM_PATH: await ensureChromium(progress) }),
    command: () => ({
      program: bin('playwright'),
      args: ['test', '--config', 'e2e/playwright.config.ts'],
      cwd: root,
    }),
  },
];

let running: number | undefined;
const wanted = process.argv.slice(2);

const runTier = async (tier: Tier): Promise<void> => {
  const isWanted = wanted.length === 0 || wanted.some((word) => tier.name.includes(word));
  const files = globSync(tier.files, { cwd: root, exclude: (name) => name.includes('node_modules') });
  if (!isWanted || files.length === 0) return;
  console.log(`\n== ${tier.name} tests (${files.length} files)`);
  const env = await tier.prepare();
  const startedAt = performance.now();
  const { program, args, cwd } = tier.command(env);
  const code = await runVisibly(program, args, cwd, env);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (code !== 0) throw new SetupError(`\nThe ${tier.name} tests failed after ${seconds} s.`);
  console.log(`== ${tier.name} tests: passed in ${seconds} s`);
};

/** Runs a program in our terminal; it ends with us. */
const runVisibly = (
  program: string,
  args: string[],
  cwd: string,
  env: Record<string, string>,
): Promise<number> => {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: 'inherit',
      detached: true,
    });
    running = child.pid;
    if (running !== undefined) guard(running);
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
};

const endAtOnce = (): void => {
  killGuarded();
  process.exit(130);
};

// The first request lets the tests clean up.
onStopRequest(() => {
  if (running === undefined || !signalGroup(running, 'SIGINT')) endAtOnce();
}, endAtOnce);

try {
  for (const tier of tiers) await runTier(tier);
  console.log('\nAll tests passed.');
} catch (cause) {
  console.error(cause instanceof SetupError ? messageOf(cause) : cause);
  process.exitCode = 1;
}

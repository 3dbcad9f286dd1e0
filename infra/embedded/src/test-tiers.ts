// The tiers of tests: what each needs, how it runs, and how failed tests run again.
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { root } from './repository.ts';
import { mongodbProgram } from './servers/mongodb.ts';
import { natsProgram } from './servers/nats.ts';
import { s3Program } from './servers/s3.ts';
import { temporalProgram } from './servers/temporal.ts';
import { ensureBubblewrap } from './setup/bubblewrap.ts';
import { ensureChromium } from './setup/chromium.ts';
import { requirementsEnvironment } from './setup/python.ts';

type Environment = Readonly<Record<string, string>>;
export type TestCommand = {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
};

export type Tier = {
  readonly name: string;
  /** Of `PLACES`, while it runs. */
  readonly places: number;
  /** The tier is skipped while nothing matches this. */
  readonly files: string;
  /** Where it writes its JUnit report. */
  readonly junit: string;
  prepare(): Promise<Environment>;
  command(env: Environment): TestCommand;
  /** Runs what has just failed. */
  again(env: Environment): Promise<TestCommand>;
};

/** Kills processes of its system, so it has its own. */
const CRASHES = 'e2e/system/crash.system.test.ts';

const progress = (line: string): void => console.log(`  ${line}`);
const runner = join(root, 'services', 'strategy-runner');
const bin = (name: string): string => join(root, 'node_modules', '.bin', name);
const python = (): Promise<string> =>
  requirementsEnvironment([join(runner, 'requirements.txt'), join(runner, 'requirements-dev.txt')], progress);

const prepareServers = async (): Promise<Environment> => {
  const programs = [natsProgram, mongodbProgram, temporalProgram, s3Program];
  await Promise.all(programs.map((program) => program(progress)));
  await ensureBubblewrap(progress);
  return { PYTHON_ENVIRONMENT: await python() };
};

type Choice = {
  readonly projects: readonly string[];
  /** Arguments that choose some of their tests. */
  readonly chosen?: readonly string[];
  readonly places?: number;
};

const reportOf = (name: string, ending: 'json' | 'xml'): string =>
  join(root, 'test-results', `${name.replaceAll(/\W+/g, '-')}.${ending}`);

/** A tier of Vitest's. */
const vitest = (name: string, files: string, { projects, chosen = [], places = 1 }: Choice): Tier => {
  const report = reportOf(name, 'json');
  const junit = reportOf(name, 'xml');
  const args = (more: readonly string[]): string[] => [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    '--reporter=junit',
    `--outputFile.junit=${junit}`,
    ...more,
  ];
  const commandOf = (more: readonly string[]): TestCommand => ({
    program: bin('vitest'),
    args: args(more),
    cwd: root,
  });
  return {
    name,
    places,
    files,
    junit,
    prepare: prepareServers,
    command: () => commandOf(chosen),
    again: async () => {
      const failed = await failedFiles(report);
      // Where none has failed, what they share could not be started.
      return commandOf(failed.length > 0 ? failed : chosen);
    },
  };
};

type VitestReport = { testResults: readonly { name: string; status: string }[] };

const failedFiles = async (report: string): Promise<string[]> => {
  const text = await readFile(report, 'utf8').catch(() => '{"testResults":[]}');
  const { testResults } = JSON.parse(text) as VitestReport;
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(root, name));
};

const RUNNER_JUNIT = reportOf('strategy runner', 'xml');
const strategyRunner: Tier = {
  name: 'strategy runner',
  junit: RUNNER_JUNIT,
  places: 1,
  files: 'services/strategy-runner/tests/**/test_*.py',
  prepare: prepareServers,
  command: (env) => pytest(env, []),
  again: async (env) => pytest(env, ['--last-failed', '--last-failed-no-failures', 'none']),
};

const pytest = ({ PYTHON_ENVIRONMENT = 'python3' }: Environment, more: readonly string[]): TestCommand => ({
  program: PYTHON_ENVIRONMENT,
  args: ['-m', 'pytest', '-q', `--junitxml=${RUNNER_JUNIT}`, ...more],
  cwd: runner,
});

const BROWSER_JUNIT = reportOf('browser', 'xml');
const browser: Tier = {
  name: 'browser',
  junit: BROWSER_JUNIT,
  places: 1,
  files: 'e2e/**/*.spec.ts',
  prepare: async () => ({
    ...(await prepareServers()),
    CHROMIUM_PATH: await ensureChromium(progress),
    PLAYWRIGHT_JUNIT_OUTPUT_FILE: BROWSER_JUNIT,
  }),
  command: () => playwright([]),
  // With a recording, which takes a tenth of the processors, next to the pictures of the first try.
  again: async () =>
    playwright([
      ...['--last-failed', '--last-failed-file', 'test-results/browser/.last-run.json'],
      ...['--trace', 'retain-on-failure', '--output', 'test-results/browser-again'],
    ]),
};

const playwright = (more: readonly string[]): TestCommand => ({
  program: bin('playwright'),
  args: ['test', '--config', 'e2e/playwright.config.ts', ...more],
  cwd: root,
});

/** For two processors: tiers wait for a third of their time, and with three systems at once some were not ready in time. */
export const PLACES = 2;

/** In starting order: the longest tier comes first, and with it the one that computes most. */
const TIERS: readonly Tier[] = [
  vitest('unit and integration', '{libs,gateway,services,infra,web}/**/*.test.{ts,tsx}', {
    projects: ['unit', 'components', 'integration'],
    places: 2,
  }),
  strategyRunner,
  browser,
  vitest('system', 'e2e/**/*.system.test.ts', { projects: ['system'], chosen: ['--exclude', CRASHES] }),
  vitest('system, crashes', CRASHES, { projects: ['system'], chosen: [CRASHES] }),
];

/** The tiers that have tests and are named by one of these words; all without words. */
export const wantedTiers = (words: readonly string[]): Tier[] =>
  TIERS.filter((tier) => isWanted(tier, words));

const isWanted = ({ name, files }: Tier, words: readonly string[]): boolean =>
  (words.length === 0 || words.some((word) => name.includes(word))) &&
  globSync(files, { cwd: root, exclude: (path) => path.includes('node_modules') }).length > 0;

// The container engine of this machine: which one it is, and one command of it at a time.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { findOnPath, lastLine, run, SetupError } from '@tradeium/embedded';

const ENGINES = ['docker', 'podman'];
const BUILD_TIMEOUT_MS = 60 * 60_000;
const ASK_TIMEOUT_MS = 60_000;
const START_TIMEOUT_MS = 60_000;
const START_PAUSE_MS = 500;

export type Engine = {
  readonly name: string;
  /** Runs a command to its end and shows what it says; throws a SetupError with its last line. */
  run(args: readonly string[]): Promise<void>;
  /** Runs a command and says if it succeeds; its output is not shown. */
  succeeds(args: readonly string[], timeoutMs?: number): Promise<boolean>;
};

/** The engine that CONTAINER_ENGINE names, or the first one found that answers. */
export const findEngine = async (): Promise<Engine> => {
  const named = process.env.CONTAINER_ENGINE;
  for (const name of named ? [named] : ENGINES) {
    if (!(await findOnPath(name))) continue;
    const { code } = await run(name, ['info'], { timeoutMs: ASK_TIMEOUT_MS });
    if (code === 0) return openEngine(name, await environmentOf(name));
  }
  const wanted = named ?? ENGINES.join(' or ');
  throw new SetupError(`No container engine answers: install and start ${wanted}, or set CONTAINER_ENGINE.`);
};

/**
 * The engine that answers; else Docker's, started for as long as this process needs it, where it is installed and we are root.
 * `stop` ends only what was started here. Throws a SetupError where there is none.
 */
export const findOrStartEngine = async (): Promise<{ engine: Engine; stop: () => Promise<void> }> => {
  const found = await findEngine().catch((cause: SetupError) => cause);
  if (!(found instanceof SetupError)) return { engine: found, stop: async () => undefined };
  const program = await findOnPath('dockerd');
  if (!program || process.getuid?.() !== 0) throw found;
  const daemon = spawn(program, [], { stdio: 'ignore' });
  const ended = once(daemon, 'exit');
  const stop = async () => {
    daemon.kill('SIGTERM');
    await ended;
  };
  const isOver = AbortSignal.timeout(START_TIMEOUT_MS);
  while (daemon.exitCode === null && !isOver.aborted) {
    const engine = await findEngine().catch(() => null);
    if (engine) return { engine, stop };
    await delay(START_PAUSE_MS);
  }
  if (daemon.exitCode === null) await stop();
  throw new SetupError('dockerd is installed but does not start: run it by hand to see why.');
};

/** Docker without its plugin for builds has an older builder, which these files are made for too. */
const environmentOf = async (name: string): Promise<NodeJS.ProcessEnv> => {
  const { code } = await run(name, ['buildx', 'version'], { timeoutMs: ASK_TIMEOUT_MS });
  return name === 'docker' && code !== 0 ? { ...process.env, DOCKER_BUILDKIT: '0' } : process.env;
};

const openEngine = (name: string, env: NodeJS.ProcessEnv): Engine => ({
  name,
  run: async (args) => {
    const onOutput = (chunk: Buffer) => void process.stderr.write(chunk);
    const { code, output } = await run(name, args, { timeoutMs: BUILD_TIMEOUT_MS, env, onOutput });
    if (code !== 0) throw new SetupError(`${name} ${args[0]} failed: ${lastLine(output)}`);
  },
  succeeds: async (args, timeoutMs = ASK_TIMEOUT_MS) =>
    (await run(name, args, { timeoutMs, env })).code === 0,
});

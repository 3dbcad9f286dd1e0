// Keeps one process running: starts it, probes it, restarts it when it ends, stops it.
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { closeDoors, type Door, handOver, openDoors } from '../doors/doors.ts';
import { signalGroup } from '../process/process-group.ts';
import { guard, unguard } from '../process/watchdog.ts';
import { messageOf, SetupError } from '../setup-error.ts';
import { failuresAfter, restartDelayMs } from './backoff.ts';
import type { LogFile } from './log-file.ts';
import { lineSplitter, type Report, wordsOf } from './output.ts';

/** A program to run and how to probe it. */
export type Program = {
  command: string;
  args: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  isReady(): Promise<boolean>;
  /** Ports that are opened for it and handed over. Such a process ends when its channel closes. */
  doors?: readonly Door[];
  /** It recovers its data before it answers: it may take as long as it lives. */
  recoversData?: boolean;
};

export type ProcessSpec = {
  name: string;
  /** Processes that must have answered once before this one starts, and that stop after it. */
  after: readonly string[];
  /** Its source folders: a change there restarts it, in development. */
  sources?: readonly string[];
  /** Ours end with their standard input and log JSON lines; the servers of others do neither. */
  ours: boolean;
  /** Work without other processes (a download, a build): begun at once, and completed before every start. */
  prepare?(): Promise<unknown>;
  program(): Promise<Program>;
};

export type SupervisedProcess = {
  /** Resolves when it first answers; rejects when it ends too often before that. */
  ready: Promise<void>;
  pid(): number | undefined;
  /** Ends it as gently as `stop` does, and restarts it at once. */
  restart(why: string): void;
  /** Asks it to end (SIGTERM), and when that takes too long, ends it (SIGKILL). */
  stop(): Promise<void>;
  /** Ends it at once and does not restart it. */
  kill(): void;
};

export type Surroundings = {
  log: LogFile;
  report: Report;
  onChange(): void;
  readyTimeoutMs: number;
  stopTimeoutMs: number;
  /** How long a server that has answered may be silent before it is started again. */
  silentTimeoutMs: number;
};

const POLL_MS = 40;
const LOOKS_PER_SILENCE = 6;
const START_ATTEMPTS = 3;
const TAIL_LINES = 8;

type State = Surroundings & {
  spec: ProcessSpec;
  stopping: AbortController;
  firstReady: PromiseWithResolvers<void>;
  hasAnswered: boolean;
  restarting: boolean;
  child: ChildProcess | undefined;
};

/** Starts a process and keeps it running until it is stopped. */
export const superviseProcess = (spec: ProcessSpec, surroundings: Surroundings): SupervisedProcess => {
  const state: State = {
    ...surroundings,
    spec,
    stopping: new AbortController(),
    firstReady: Promise.withResolvers<void>(),
    hasAnswered: false,
    restarting: false,
    child: undefined,
  };
  // Callers that await readiness get the failure; without one it must not end the supervisor.
  state.firstReady.promise.catch(() => undefined);
  const running = keepRunning(state).catch((cause) => state.firstReady.reject(cause));
  const kill = (): void => {
    state.stopping.abort();
    if (state.child?.pid !== undefined) signalGroup(state.child.pid, 'SIGKILL');
  };
  return {
    ready: state.firstReady.promise,
    pid: () => state.child?.pid,
    kill,
    restart(why) {
      const { child } = state;
      if (child?.pid === undefined || state.restarting) return;
      state.restarting = true;
      surroundings.report(spec.name, why);
      endGently(child);
    },
    async stop() {
      state.stopping.abort();
      // Only the process itself: its children may still have work to finish.
      if (state.child) endGently(state.child);
      const timer = setTimeout(kill, state.stopTimeoutMs);
      await running;
      clearTimeout(timer);
    },
  };
};

const keepRunning = async (state: State): Promise<void> => {
  const { spec, report, stopping } = state;
  let failures = 0;
  for (;;) {
    const program = await untilAborted(preparedAgain(state), stopping.signal);
    if (program === undefined) return;
    const startedAt = performance.now();
    const { how, lastWords } =
      typeof program === 'string' ? { how: program, lastWords: [] } : await runOnce(state, program);
    if (stopping.signal.aborted) return;
    if (state.restarting) {
      state.restarting = false;
      continue;
    }
    failures = failuresAfter(failures, performance.now() - startedAt);
    for (const line of lastWords) report(spec.name, line);
    if (!state.hasAnswered && failures >= START_ATTEMPTS) {
      throw new SetupError(`${spec.name} does not start: ended ${how}`);
    }
    const waitMs = restartDelayMs(failures);
    report(spec.name, `ended ${how}, restarting in ${waitMs / 1000} s`);
    await delay(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
  }
};

/** The program; once it has run, why it cannot be prepared counts as one more end, as that may pass. */
const preparedAgain = async ({ spec, hasAnswered }: State): Promise<Program | string> => {
  try {
    return await prepared(spec);
  } catch (cause) {
    if (!hasAnswered) throw cause;
    return `before it began (${messageOf(cause)})`;
  }
};

const prepared = async (spec: ProcessSpec): Promise<Program> => {
  await spec.prepare?.();
  return spec.program();
};

/**
 * Runs it until it ends; returns how it ended and, for a third-party server that ended on its own, its last
 * output. Ours report what matters as it happens.
 */
const runOnce = async (state: State, program: Program): Promise<{ how: string; lastWords: string[] }> => {
  const { spec, onChange, stopping } = state;
  const { doors = [] } = program;
  const opened = await openDoors(doors).catch(messageOf);
  if (typeof opened === 'string') return { how: `before it began (${opened})`, lastWords: [] };
  if (stopping.signal.aborted) {
    closeDoors(opened);
    return { how: 'before it began', lastWords: [] };
  }
  const child = spawn(program.command, program.args, {
    cwd: program.cwd,
    env: program.env,
    detached: true,
    stdio: [spec.ours ? 'pipe' : 'ignore', 'pipe', 'pipe', ...(doors.length > 0 ? ['ipc' as const] : [])],
  });
  handOver(child, doors, opened);
  const ended = childEndOf(child);
  const tail = follow(state, child);
  state.child = child;
  if (child.pid !== undefined) guard(child.pid);
  onChange();
  void awaitReady(state, program, child);
  const how = await ended;
  if (child.pid !== undefined) {
    // Leftovers in its group would hold its port or its files.
    signalGroup(child.pid, 'SIGKILL');
    unguard(child.pid);
  }
  state.child = undefined;
  onChange();
  return { how, lastWords: spec.ours || child.exitCode === null ? [] : tail };
};

/** A process behind doors is not ours to signal: the first of its processes would end without the others. */
const endGently = (child: ChildProcess): void => {
  if (child.connected) child.disconnect();
  else child.kill('SIGTERM');
};

const isRunning = (child: ChildProcess): boolean =>
  child.exitCode === null && child.signalCode === null && child.pid !== undefined;

/** A server that lives and answers nobody, frozen or after a panic, is ended, so that it starts again. */
const endWhenSilent = async (state: State, program: Program, child: ChildProcess): Promise<void> => {
  const { spec, report, stopping, silentTimeoutMs } = state;
  let answeredAt = performance.now();
  while (isRunning(child) && !stopping.signal.aborted) {
    await delay(silentTimeoutMs / LOOKS_PER_SILENCE, undefined, { signal: stopping.signal }).catch(
      () => undefined,
    );
    if (await program.isReady()) answeredAt = performance.now();
    const silentMs = performance.now() - answeredAt;
    if (silentMs < silentTimeoutMs || !isRunning(child) || stopping.signal.aborted) continue;
    report(spec.name, `has not answered for ${seconds(silentMs)} s`);
    if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
    return;
  }
};

const awaitReady = async (state: State, program: Program, child: ChildProcess): Promise<void> => {
  const { spec, report, stopping, readyTimeoutMs } = state;
  const startedAt = performance.now();
  let deadline = startedAt + readyTimeoutMs;
  while (isRunning(child) && !stopping.signal.aborted) {
    if (await program.isReady()) {
      if (!isRunning(child)) return;
      if (state.hasAnswered) report(spec.name, 'is ready again');
      state.hasAnswered = true;
      state.firstReady.resolve();
      // Ours end by themselves, and say why.
      return spec.ours ? undefined : endWhenSilent(state, program, child);
    }
    if (performance.now() > deadline && program.recoversData) {
      report(spec.name, `is recovering its data, for ${seconds(performance.now() - startedAt)} s now`);
      deadline += readyTimeoutMs;
    }
    if (performance.now() > deadline && child.pid !== undefined) {
      report(spec.name, `did not answer in ${readyTimeoutMs / 1000} s`);
      signalGroup(child.pid, 'SIGKILL');
      return;
    }
    await delay(POLL_MS);
  }
};

const seconds = (ms: number): number => Math.round(ms / 1000);

/** Sends its output to the log and the relevant part to the terminal; keeps the last lines. */
const follow = ({ spec, log, report }: State, child: ChildProcess): string[] => {
  const tail: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    const split = lineSplitter((line) => {
      tail.push(line);
      if (tail.length > TAIL_LINES) tail.shift();
      const words = spec.ours ? wordsOf(line, stream === child.stderr) : undefined;
      if (words !== undefined) report(spec.name, words);
    });
    stream?.on('data', (chunk: Buffer) => {
      log.write(chunk);
      split(chunk);
    });
  }
  // The pipe that it reads breaks when it ends; its end is noticed elsewhere.
  child.stdin?.on('error', () => undefined);
  return tail;
};

/** How a process ended, as text: `(SIGKILL)`, `(exit code 1)`. */
const childEndOf = (child: ChildProcess): Promise<string> => {
  return new Promise((resolve) => {
    child.once('error', (cause) => resolve(`(${cause.message})`));
    child.once('exit', (code, signal) => resolve(signal ? `(${signal})` : `(exit code ${code})`));
  });
};

/** The value, or undefined as soon as the signal is given. */
const untilAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> => {
  return new Promise((resolve, reject) => {
    const abort = (): void => resolve(undefined);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
};

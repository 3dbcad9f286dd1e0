// Another product in its own Python process, which times each request and returns the result.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { requirementsEnvironment } from '../../infra/embedded/src/setup/python.ts';

/** `figures`: the result, for comparison with the expected one. */
export type Measured = { ms: number; figures: number[] };

export type Peer = {
  /** Its name with its version. */
  name: string;
  /** One warm run of a call on a work; warmed up before the first time. */
  measure(work: string, call: string): Promise<Measured>;
  /** A new process from its start to the end of its first run: imports, preparation, run. */
  fresh(work: string, call: string): Promise<Measured>;
  stop(): void;
};

const ANSWER_TIMEOUT_MS = 120_000;
const COMPLAINT_LENGTH = 2_000;

const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Installs a peer on first use, into a separate environment. Throws a SetupError where that is impossible. */
export const openPeer = async (
  product: string,
  folder: string,
  progress: (line: string) => void,
): Promise<Peer> => {
  const requirements = fileOf(`requirements-${product}.txt`);
  const python = await requirementsEnvironment([requirements], progress);
  const version = /==(\S+)/.exec(await readFile(requirements, 'utf8'))?.[1] ?? '';
  const start = (...words: string[]) => startProcess(product, python, [folder, ...words]);
  let warm: PeerProcess | undefined;
  return {
    name: `${product} ${version}`,
    measure: (work, call) => {
      warm ??= start();
      return warm.ask(`${work} ${call}\n`);
    },
    fresh: async (work, call) => {
      const startedAt = performance.now();
      const process = start(work, call);
      const { figures } = await process.ask('');
      const ms = performance.now() - startedAt;
      await process.ended;
      return { ms, figures };
    },
    stop: () => warm?.stop(),
  };
};

type PeerProcess = {
  ask(line: string): Promise<Measured>;
  ended: Promise<unknown>;
  stop(): void;
};

const startProcess = (product: string, python: string, words: readonly string[]): PeerProcess => {
  const script = fileOf(`run_${product}.py`);
  const child: ChildProcessWithoutNullStreams = spawn(python, [script, ...words], {
    // Charts are drawn without a screen.
    env: { ...process.env, MPLBACKEND: 'Agg' },
  });
  let complaint = '';
  // Its error output explains the end, once the missing answer is noticed.
  child.stdin.on('error', () => undefined);
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-COMPLAINT_LENGTH);
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    ended: once(child, 'close').catch(() => undefined),
    stop: () => child.kill('SIGKILL'),
    ask: async (line) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), ANSWER_TIMEOUT_MS);
      child.stdin.write(line);
      const { value, done } = await answers.next();
      clearTimeout(timer);
      if (done) throw new Error(`${product} gave no answer to "${line.trim()}":\n${complaint}`);
      return JSON.parse(value) as Measured;
    },
  };
};

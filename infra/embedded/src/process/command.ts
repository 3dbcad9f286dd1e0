// Runs another program to its end, with a time limit, and keeps the tail of its output.
import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { signalGroup } from './process-group.ts';
import { guard, unguard } from './watchdog.ts';

export type CommandResult = { code: number; output: string };

export type CommandOptions = {
  timeoutMs: number;
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Receives the output as it comes, too. */
  onOutput?: (chunk: Buffer) => void;
};

const OUTPUT_LIMIT = 256 * 1024;

/**
 * Runs a program and answers with its exit code and its output (both streams, the last 256 KiB).
 * A program that cannot start or runs out of time gives a non-zero code, never a throw.
 * Everything it started ends with it, or with us.
 */
export const run = (
  command: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<CommandResult> => {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const group = child.pid;
    let output = '';
    const keep = (chunk: Buffer): void => {
      output = (output + chunk.toString('utf8')).slice(-OUTPUT_LIMIT);
      options.onOutput?.(chunk);
    };
    const timer = setTimeout(() => {
      if (group === undefined) return;
      keep(Buffer.from(`\nended after ${options.timeoutMs / 1000} s`));
      signalGroup(group, 'SIGKILL');
    }, options.timeoutMs);
    const finish = (code: number): void => {
      clearTimeout(timer);
      if (group !== undefined) unguard(group);
      resolve({ code, output });
    };
    if (group !== undefined) guard(group);
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', (cause) => {
      output = cause.message;
      finish(127);
    });
    child.once('close', (code) => finish(code ?? 1));
  });
};

/** The last non-empty line of an output, for messages. */
export const lastLine = (output: string): string => output.trim().split('\n').at(-1)?.trim() ?? '';

/** The full path of a program on PATH, or undefined. */
export const findOnPath = async (
  name: string,
  path = process.env.PATH ?? '',
): Promise<string | undefined> => {
  for (const folder of path.split(delimiter)) {
    if (folder === '') continue;
    const file = join(folder, name);
    if (await isExecutable(file)) return file;
  }
  return undefined;
};

/** True if a file exists and we may run it. */
export const isExecutable = async (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );

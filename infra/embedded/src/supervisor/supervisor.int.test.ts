// The supervisor with real processes: what happens when they crash, refuse to end, or lose the supervisor.
import { type ChildProcess, spawn } from 'node:child_process';
import { access, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../process/free-port.ts';
import { isAlive } from '../process/process-group.ts';
import { httpAnswers } from '../servers/probes.ts';
import { openLogFile } from './log-file.ts';
import { reloadOnChange } from './reload.ts';
import type { ProcessSpec } from './supervised-process.ts';
import { type Supervisor, supervise } from './supervisor.ts';

const patient = { timeout: 60_000, interval: 20 };

let folder: string;
let lines: string[];
let supervisor: Supervisor | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'supervisor-'));
  lines = [];
});
afterEach(async () => {
  await supervisor?.stop();
  supervisor = undefined;
  await rm(folder, { recursive: true });
});

const start = async (
  specs: ProcessSpec[],
  { stopTimeoutMs = 5_000, readyTimeoutMs = 60_000, silentTimeoutMs = 60_000 } = {},
): Promise<Supervisor> => {
  const report = (who: string, line: string): void => void lines.push(`${who} ${line}`);
  supervisor = await supervise(specs, {
    logsDirectory: join(folder, 'logs'),
    report,
    stopTimeoutMs,
    readyTimeoutMs,
    silentTimeoutMs,
  });
  return supervisor;
};

/** A process that runs a line of JavaScript and answers HTTP on its own port. */
const process = async (name: string, after: string[] = [], script = ''): Promise<ProcessSpec> => {
  const port = await freePort();
  const server = `require('node:http').createServer((_, response) => response.end()).listen(${port}, '127.0.0.1');`;
  return {
    name,
    after,
    ours: true,
    program: async () => ({
      command: globalThis.process.execPath,
      args: ['-e', `${script};${server}`],
      cwd: folder,
      env: { PATH: globalThis.process.env.PATH },
      isReady: () => httpAnswers(port, '/'),
    }),
  };
};

test('a process that is killed is started again, on the same port, and both are reported', async () => {
  const running = await start([await process('ledger')]);
  await running.ready;
  const before = running.processes().ledger ?? 0;
  globalThis.process.kill(before, 'SIGKILL');
  await expect
    .poll(() => lines, patient)
    .toEqual(['ledger ended (SIGKILL), restarting in 0.5 s', 'ledger is ready again']);
  expect(running.processes().ledger).not.toBe(before);
  expect(isAlive(before)).toBe(false);
});

test('a process that cannot be prepared for its next start is prepared again', async () => {
  let isFolderThere = true;
  const prepare = async () => {
    if (!isFolderThere) throw new Error('no such folder');
  };
  const running = await start([{ ...(await process('ledger')), prepare }]);
  await running.ready;
  isFolderThere = false;
  globalThis.process.kill(running.processes().ledger ?? 0, 'SIGKILL');
  const unprepared = 'ledger ended before it began (no such folder), restarting in 1 s';
  await expect.poll(() => lines, patient).toContain(unprepared);
  isFolderThere = true;
  await expect.poll(() => lines, patient).toContain('ledger is ready again');
});

test('a process starts after those that it needs, and stops before them', async () => {
  const log = join(folder, 'order');
  const noting = (name: string) =>
    `const note = (what) => require('node:fs').appendFileSync(${JSON.stringify(log)}, what + ' ${name}\\n');
     note('start'); process.on('SIGTERM', () => setTimeout(() => { note('stop'); process.exit() }, 100))`;
  const running = await start([
    await process('gateway', ['auth'], noting('gateway')),
    await process('auth', ['nats'], noting('auth')),
    await process('nats', [], noting('nats')),
  ]);
  await running.ready;
  await running.stop();
  const order = (await readFile(log, 'utf8')).trim().split('\n');
  expect(order).toEqual([
    'start nats',
    'start auth',
    'start gateway',
    'stop gateway',
    'stop auth',
    'stop nats',
  ]);
  expect(running.processes()).toEqual({});
});

test('a process that does not end when asked is ended with everything that it started', async () => {
  const stubborn = `process.on('SIGTERM', () => {});
    const child = require('node:child_process').spawn('sleep', ['1000']);
    console.error('child ' + child.pid)`;
  const running = await start([await process('stubborn', [], stubborn)], { stopTimeoutMs: 300 });
  await running.ready;
  const pid = running.processes().stubborn ?? 0;
  const child = Number(/child (\d+)/.exec(lines.join())?.[1]);
  expect([pid, child].map(isAlive)).toEqual([true, true]);
  await running.stop();
  await expect.poll(() => [pid, child].map(isAlive), patient).toEqual([false, false]);
});

test('a process that never answers is given up after three attempts, with its last words shown', async () => {
  const running = await start([
    await process('broken', [], `console.error('no such file'); process.exit(3)`),
  ]);
  await expect(running.ready).rejects.toThrow('broken does not start: ended (exit code 3)');
  expect(lines.filter((line) => line === 'broken no such file')).toHaveLength(3);
});

test('a process that does not answer in time is killed', async () => {
  const spec = await process('silent');
  const silent = {
    ...spec,
    program: async () => ({ ...(await spec.program()), isReady: async () => false }),
  };
  const running = await start([silent], { readyTimeoutMs: 100 });
  await expect(running.ready).rejects.toThrow('silent does not start: ended (SIGKILL)');
  expect(lines).toContain('silent did not answer in 0.1 s');
});

test('a server that is recovering its data is never killed, and says what it is doing', async () => {
  const spec = await process('nats');
  const isRecovered = join(folder, 'recovered');
  const program = async () => ({
    ...(await spec.program()),
    isReady: () =>
      access(isRecovered).then(
        () => true,
        () => false,
      ),
    recoversData: true,
  });
  const running = await start([{ ...spec, program }], { readyTimeoutMs: 300 });
  const recovering = () => lines.filter((line) => line.startsWith('nats is recovering its data'));
  await expect.poll(() => recovering().length, patient).toBeGreaterThan(3);
  await writeFile(isRecovered, '');
  await running.ready;
  expect(lines).toEqual(recovering());
});

test('what a process says is kept whole in its log, and only what matters is shown', async () => {
  const chatty = `console.log(JSON.stringify({ level: 'info', msg: 'all is well' }));
    console.log(JSON.stringify({ level: 'warn', msg: 'disk almost full' }))`;
  const running = await start([await process('chatty', [], chatty)]);
  await running.ready;
  await running.stop();
  expect(lines).toEqual(['chatty disk almost full']);
  expect(await readFile(join(folder, 'logs', 'chatty.log'), 'utf8')).toContain('all is well');
});

/**
 * Runs a separate supervisor, with a server that ends when asked and one that ignores that and has a child.
 * It prints the ids of both and of its watchdog, again for every new watchdog.
 */
const supervisorProcess = (): { child: ChildProcess; nextPids(): Promise<number[]> } => {
  const module = (path: string): string => JSON.stringify(join(import.meta.dirname, path));
  const script = `
    import { supervise } from ${module('supervisor.ts')};
    import { watchdogPid } from ${module('../process/watchdog.ts')};
    const spec = (name, script) => ({ name, after: [], ours: false, program: async () => ({
      command: '/bin/sh', args: ['-c', script], cwd: '/', env: process.env, isReady: async () => true }) });
    const supervisor = await supervise(
      [spec('polite', 'exec sleep 1000'), spec('stubborn', "trap '' TERM; sleep 1000 & sleep 1001")],
      { logsDirectory: ${JSON.stringify(join(folder, 'logs'))}, report: () => undefined });
    await supervisor.ready;
    let printed;
    setInterval(() => {
      if (watchdogPid() === printed) return;
      printed = watchdogPid();
      console.log(JSON.stringify([...Object.values(supervisor.processes()), printed]));
    }, 10);
  `;
  const child = spawn(globalThis.process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return { child, nextPids: async () => JSON.parse((await lines.next()).value ?? '[]') as number[] };
};

test('nothing is left when the supervisor itself is killed', async () => {
  const { child, nextPids } = supervisorProcess();
  const pids = await nextPids();
  expect(pids.map(isAlive)).toEqual([true, true, true]);
  child.kill('SIGKILL');
  await expect.poll(() => pids.map(isAlive), patient).toEqual([false, false, false]);
});

test('nothing is left when first the watchdog and then the supervisor is killed', async () => {
  const { child, nextPids } = supervisorProcess();
  const [, , watchdog = 0] = await nextPids();
  globalThis.process.kill(watchdog, 'SIGKILL');
  const pids = await nextPids();
  expect(pids.at(-1)).not.toBe(watchdog);
  child.kill('SIGKILL');
  await expect.poll(() => pids.map(isAlive), patient).toEqual([false, false, false]);
});

test('a process is started again at once when its source changes, but not for a test', async () => {
  const source = join(folder, 'source');
  await mkdir(source);
  const spec = { ...(await process('auth')), sources: [source] };
  const running = await start([spec]);
  await running.ready;
  const before = running.processes().auth ?? 0;
  const reload = reloadOnChange([spec], running.restart);
  await writeFile(join(source, 'main.test.ts'), '');
  await writeFile(join(source, 'main.ts'), '');
  const expected = ['auth main.ts has changed, restarting', 'auth is ready again'];
  await expect.poll(() => lines, patient).toEqual(expected);
  reload.close();
  expect(running.processes().auth).not.toBe(before);
});

test('a server that lives and does not answer any more is started again', async () => {
  const server = { ...(await process('server')), ours: false };
  const running = await start([server], { silentTimeoutMs: 1_500 });
  await running.ready;
  const frozen = running.processes().server ?? 0;
  globalThis.process.kill(frozen, 'SIGSTOP');
  await expect.poll(() => lines.join(), patient).toMatch(/server has not answered for \d+ s/);
  await expect.poll(() => lines, patient).toContain('server is ready again');
  expect(running.processes().server).not.toBe(frozen);
});

test('the logs of the last five starts stay', async () => {
  for (let starts = 0; starts < 7; starts += 1) {
    const log = openLogFile(join(folder, 'one.log'));
    log.write(`start ${starts}`);
    await log.close();
  }
  const kept = [6, 5, 4, 3, 2, 1].map((start) => `start ${start}`);
  const files = ['one.log', ...[1, 2, 3, 4, 5].map((age) => `one.log.${age}`)];
  expect(await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))).toEqual(kept);
});

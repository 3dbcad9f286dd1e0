// Two systems and one home: the second learns where the first is, or waits for the leftovers of a killed one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isAlive } from './process/process-group.ts';
import { openHome } from './system-home.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'home-'));
});
afterEach(() => rm(home, { recursive: true }));

const ignore = (): void => undefined;
const readRunFile = async (): Promise<{ pid: number; processes: Record<string, number> }> =>
  JSON.parse(await readFile(join(home, 'run.json'), 'utf8'));

/** Another process that uses the home and runs something that does not end when asked. */
const otherSystem = async () => {
  const module = (path: string): string => JSON.stringify(join(import.meta.dirname, path));
  const script = `
    import { spawn } from 'node:child_process';
    import { openHome } from ${module('system-home.ts')};
    import { guard } from ${module('process/watchdog.ts')};
    const home = await openHome(${JSON.stringify(home)}, 'http://localhost:4000', () => undefined);
    const server = spawn('/bin/sh', ['-c', "trap '' TERM; sleep 1002"], { detached: true, stdio: 'ignore' });
    guard(server.pid);
    await home.noteWatchdog();
    home.publish({ gateway: 'http://localhost:4000', health: {} }, { nats: server.pid });
    console.log('running');
  `;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
};

test('a home in use is refused, with the address of the system that uses it', async () => {
  const other = await otherSystem();
  const attempt = openHome(home, 'http://localhost:4001', ignore);
  await expect(attempt).rejects.toThrow(`already running at http://localhost:4000 (process ${other.pid}`);
  expect(await readRunFile()).toMatchObject({ gateway: 'http://localhost:4000', pid: other.pid });
  other.kill('SIGKILL');
  await once(other, 'exit');
  await (await openHome(home, 'http://localhost:4001', ignore)).close();
});

test('a home whose system was killed is free once its processes are gone', async () => {
  const other = await otherSystem();
  const { nats = 0 } = (await readRunFile()).processes;
  expect(isAlive(nats)).toBe(true);
  other.kill('SIGKILL');
  await once(other, 'exit');
  const lines: string[] = [];
  const opened = await openHome(home, 'http://localhost:4001', (_, line) => lines.push(line));
  expect(isAlive(nats)).toBe(false);
  expect(lines).toEqual(['Waiting for the end of what the last start left running …']);
  expect(existsSync(join(home, 'run.json'))).toBe(false);
  await opened.close();
});

test('a home is left with nothing that says that a system runs', async () => {
  const opened = await openHome(home, 'http://localhost:4000', ignore);
  const urls = {
    gateway: '',
    mail: '',
    nats: '',
    nats_monitoring: '',
    mongodb: '',
    temporal: '',
    temporal_ui: '',
    exchange: '',
    payments: '',
    model: '',
    health: { auth: 'http://127.0.0.1:4101', 'strategy-runner': 'http://127.0.0.1:4107' },
  };
  opened.publish(urls, { nats: 1 });
  expect((await readRunFile()).processes).toEqual({ nats: 1 });
  expect(JSON.parse(await readFile(join(home, 'prometheus-targets.json'), 'utf8'))).toEqual([
    { targets: ['127.0.0.1:4101'], labels: { process: 'auth' } },
    { targets: ['127.0.0.1:4107'], labels: { process: 'strategy-runner' } },
  ]);
  await opened.close();
  expect(await readdir(home)).toEqual([]);
});

test('a home is private, also one that was open before', async () => {
  await chmod(home, 0o755);
  const { close } = await openHome(home, 'http://localhost:4000', ignore);
  expect((await stat(home)).mode & 0o777).toBe(0o700);
  await close();
});

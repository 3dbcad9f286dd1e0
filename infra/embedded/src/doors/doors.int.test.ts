// A server in a network of its own: reached through its doors only, guarded where they lead to pages, and ended like any other.
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, get, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../process/free-port.ts';
import { httpAnswers, isListening } from '../servers/probes.ts';
import type { ProcessSpec } from '../supervisor/supervised-process.ts';
import { type Supervisor, supervise } from '../supervisor/supervisor.ts';
import { canOwnNetworks, inOwnNetwork } from './doors.ts';

let folder: string;
let lines: string[];
let supervisor: Supervisor | undefined;
let ports: { plain: number; page: number; hidden: number };
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doors-'));
  lines = [];
  ports = { plain: await freePort(), page: await freePort(), hidden: await freePort() };
});
afterEach(async () => {
  await supervisor?.stop();
  supervisor = undefined;
  await rm(folder, { recursive: true });
});

/** Answers on three ports with the host that was asked, and writes a file when it is asked to end. */
const SERVER = `
  const { createServer } = require('node:http');
  for (const port of process.argv.slice(1))
    createServer((request, response) => response.end('for ' + request.headers.host)).listen(Number(port), '127.0.0.1');
  process.on('SIGTERM', () => {
    require('node:fs').writeFileSync('ended', 'gently');
    process.exit(0);
  });
`;

const spec = (): ProcessSpec => ({
  name: 'hidden',
  after: [],
  ours: false,
  program: async () => ({
    ...inOwnNetwork({ command: process.execPath, args: ['-e', SERVER, ...Object.values(ports).map(String)] }),
    cwd: folder,
    env: { PATH: process.env.PATH },
    doors: [
      { port: ports.plain, isPage: false },
      { port: ports.page, isPage: true },
    ],
    isReady: () => httpAnswers(ports.plain, '/'),
  }),
});

const start = async (): Promise<Supervisor> => {
  const report = (who: string, line: string): void => void lines.push(`${who} ${line}`);
  supervisor = await supervise([spec()], { logsDirectory: join(folder, 'logs'), report });
  await supervisor.ready;
  return supervisor;
};

const asked = async (port: number, headers: IncomingHttpHeaders = {}): Promise<string> => {
  const [answer] = await once(get({ host: '127.0.0.1', port, headers, agent: false }), 'response');
  return text(answer);
};

test('this machine can give a process a network', async () => {
  expect(await canOwnNetworks()).toBe(true);
});

test('a server is reached through its doors, and through no other port', async () => {
  await start();
  expect(await asked(ports.plain)).toBe(`for 127.0.0.1:${ports.plain}`);
  expect(await asked(ports.plain, { host: 'evil.example' })).toBe('for evil.example');
  expect(await asked(ports.page)).toBe(`for 127.0.0.1:${ports.page}`);
  expect(await isListening(ports.hidden)).toBe(false);
});

test('pages of other sites do not get through the door of a page', async () => {
  await start();
  const host = `127.0.0.1:${ports.page}`;
  for (const headers of [
    { host: 'evil.example' },
    { host, origin: 'null' },
    { host, 'sec-fetch-site': 'cross-site' },
  ])
    expect(await asked(ports.page, headers)).toBe('Only from this machine\n');
});

test('it is asked to end, and its ports are free afterwards', async () => {
  await (await start()).stop();
  expect(await readFile(join(folder, 'ended'), 'utf8')).toBe('gently');
  for (const port of Object.values(ports)) expect(await isListening(port)).toBe(false);
});

test('one that is killed is started again behind the same doors', async () => {
  const running = await start();
  process.kill(running.processes().hidden ?? 0, 'SIGKILL');
  await expect
    .poll(() => lines)
    .toEqual(['hidden ended (SIGKILL), restarting in 0.5 s', 'hidden is ready again']);
  expect(await asked(ports.page)).toBe(`for 127.0.0.1:${ports.page}`);
});

test('it waits for a door that another one still holds', async () => {
  const other = createServer().listen(ports.page, '127.0.0.1');
  await once(other, 'listening');
  const starting = start();
  other.close();
  await starting;
  expect(await asked(ports.page)).toBe(`for 127.0.0.1:${ports.page}`);
});

// How soon a visitor with a slow phone sees the landing page, compared with a page that JavaScript draws and one of a sentence.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium } from '@playwright/test';
import { buildWeb, ensureChromium, freePort, type RunningNats, startNats } from '@tradeium/embedded';
import { declareStreams } from '@tradeium/event-store/streams';
import { connect } from 'nats';
import { signingKeys } from '../libs/testing/src/signing-keys.ts';
import { type BenchRow, median, milliseconds, NO_TARGET, printRows, untargeted } from './bench-row.ts';
import { type Line, loadPage, type PageLoad } from './page-load.ts';

const ROUNDS = 5;
const READY_TIMEOUT_MS = 20_000;
const FIRST_PAINT_MAX_MS = 1_500;
const LAYOUT_SHIFT_MAX = 0.01;

const SENTENCE =
  '<!doctype html><html lang="en"><title>One sentence</title><h1>Know what your trading idea is worth.</h1>';

/** The gateway in a separate process, with the built pages. */
const startGateway = async (nats: RunningNats, directory: string): Promise<[string, ChildProcess]> => {
  const nc = await connect({ servers: nats.url });
  await declareStreams(nc, { replicas: 1 });
  await nc.close();
  const port = await freePort();
  const child = spawn(process.execPath, [fileURLToPath(new URL('../gateway/src/main.ts', import.meta.url))], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      NATS_URL: nats.url,
      ...signingKeys('gateway'),
      NATS_MONITORING_URL: nats.monitoringUrl,
      SESSION_SECRET: randomBytes(32).toString('hex'),
      BLOBS_DIRECTORY: directory,
      WEB_DIRECTORY: await buildWeb(resolve(import.meta.dirname, '..'), console.error),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (!(await fetch(url).catch(() => undefined))?.ok) {
    if (performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error('the gateway does not serve the landing page');
    }
    await delay(50);
  }
  return [url, child];
};

const serveSentence = async () => {
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end(SENTENCE),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

/** Axe's findings, on a phone and a desk, dark and light. */
const violations = async (browser: Browser, url: string): Promise<string[]> => {
  const found: string[] = [];
  for (const width of [360, 1440]) {
    for (const colorScheme of ['dark', 'light'] as const) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
      const page = await context.newPage();
      await page.goto(url, { waitUntil: 'networkidle' });
      const { violations: some } = await new AxeBuilder({ page }).analyze();
      found.push(...some.map(({ id }) => `${id} (${colorScheme}, ${width} px)`));
      await context.close();
    }
  }
  return found;
};

type Loads = Readonly<Record<'landing' | 'drawn' | 'sentence', readonly PageLoad[]>>;

/** Loads the pages in turns, so that other load on the machine affects all alike. */
const load = async (browser: Browser, gateway: string, sentence: string, line: Line): Promise<Loads> => {
  const loads = { landing: [] as PageLoad[], drawn: [] as PageLoad[], sentence: [] as PageLoad[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    loads.landing.push(await loadPage(browser, `${gateway}/`, line));
    loads.drawn.push(await loadPage(browser, `${gateway}/auth`, line));
    loads.sentence.push(await loadPage(browser, sentence, line));
  }
  return loads;
};

const medianOf = (loads: readonly PageLoad[], figure: keyof PageLoad): number =>
  median(loads.map((one) => one[figure]));

/** Only the line that the target is meant for can miss it. */
const firstPaintRows = (line: Line, loads: Loads): BenchRow[] => {
  const isTarget = line === 'slow 4G';
  const ours = medianOf(loads.landing, 'firstPaintMs');
  const times = (page: keyof Loads) => {
    const ms = medianOf(loads[page], 'firstPaintMs');
    return `${milliseconds(Math.round(ms))} = ${(ms / ours).toFixed(1)} ×`;
  };
  return [
    {
      name: `Landing page, ${line}: first contentful paint`,
      value: milliseconds(Math.round(ours)),
      target: isTarget ? `< ${milliseconds(FIRST_PAINT_MAX_MS)}` : NO_TARGET,
      met: !isTarget || ours < FIRST_PAINT_MAX_MS,
    },
    untargeted('  its largest', milliseconds(Math.round(medianOf(loads.landing, 'largestPaintMs')))),
    untargeted('  a page of one sentence', times('sentence')),
    untargeted('  the login, which JavaScript draws', times('drawn')),
  ];
};

const weightRows = ({ landing, drawn }: Loads): BenchRow[] => {
  const kilobytes = (loads: readonly PageLoad[], figure: 'bytes' | 'scriptBytes') =>
    `${(medianOf(loads, figure) / 1024).toFixed(1)} KB`;
  const shift = Math.max(...landing.map(({ layoutShift }) => layoutShift));
  return [
    {
      name: 'Landing page: layout shift, to its end (worst of all loads)',
      value: shift.toFixed(4),
      target: `< ${LAYOUT_SHIFT_MAX}`,
      met: shift < LAYOUT_SHIFT_MAX,
    },
    untargeted('  JavaScript', kilobytes(landing, 'scriptBytes')),
    untargeted('  all that is loaded before scrolling', kilobytes(landing, 'bytes')),
    untargeted('  JavaScript of the login', kilobytes(drawn, 'scriptBytes')),
  ];
};

/** Serves the built pages through the real gateway and looks at them with a browser. */
export const run = async (): Promise<BenchRow[]> => {
  const executablePath = await ensureChromium(console.error);
  const directory = await mkdtemp(join(tmpdir(), 'tradeium-bench-landing-'));
  const nats = await startNats({ dataDirectory: directory });
  const [url, gateway] = await startGateway(nats, directory);
  const sentence = await serveSentence();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const slow = await load(browser, url, sentence.url, 'slow 4G');
    const slower = await load(browser, url, sentence.url, 'slow 4G with handshakes');
    const found = await violations(browser, url);
    return [
      ...firstPaintRows('slow 4G', slow),
      ...firstPaintRows('slow 4G with handshakes', slower),
      ...weightRows({ ...slow, landing: [...slow.landing, ...slower.landing] }),
      {
        name: 'Landing page: what axe finds, dark and light, at 360 and 1,440 px',
        value: found.join(', ') || 'nothing',
        target: 'nothing',
        met: found.length === 0,
      },
    ];
  } finally {
    await browser.close();
    sentence.server.close();
    gateway.kill('SIGKILL');
    await nats.stop();
    await rm(directory, { recursive: true, force: true });
  }
};

if (import.meta.main) printRows(await run());

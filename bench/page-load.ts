// One page load as on a visitor's phone: nothing cached, a slow line, a slow processor.
import type { Browser, CDPSession } from '@playwright/test';

export type PageLoad = {
  firstPaintMs: number;
  largestPaintMs: number;
  /** Cumulative layout shift, up to the end of the page. */
  layoutShift: number;
  /** As they came over the line. */
  bytes: number;
  scriptBytes: number;
};

/** Lighthouse's mobile profile; a latency is that of one round trip. */
export const LINES = {
  /** 1.6 Mbit/s and 150 ms for each request. */
  'slow 4G': { latencyMs: 150, bytesPerSecond: (1.6 * 1024 * 1024) / 8 },
  /** The same with the round trips for name, connection and encryption, as Lighthouse adds them where it throttles. */
  'slow 4G with handshakes': { latencyMs: 150 * 3.75, bytesPerSecond: ((1.6 * 1024 * 1024) / 8) * 0.9 },
} as const;
export type Line = keyof typeof LINES;

const PROCESSOR_SLOWDOWN = 4;
const PHONE = { width: 412, height: 823 };
const PHONE_PIXELS = 1.75;
const TIMEOUT_MS = 60_000;

/** A slow line and a slow processor from now on. */
export const slowDown = async (client: CDPSession, line: Line): Promise<void> => {
  const { latencyMs, bytesPerSecond } = LINES[line];
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond / 2,
  });
  await client.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWDOWN });
};

/** Counts what is received from now on. */
const countBytes = (client: CDPSession): Pick<PageLoad, 'bytes' | 'scriptBytes'> => {
  const received = { bytes: 0, scriptBytes: 0 };
  const scripts = new Set<string>();
  client.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    received.bytes += encodedDataLength;
    if (scripts.has(requestId)) received.scriptBytes += encodedDataLength;
  });
  return received;
};

/** Runs in the page: scrolls to its end, screen by screen, then returns what the browser observed. */
const observed = async (): Promise<Omit<PageLoad, 'bytes' | 'scriptBytes'>> => {
  const entriesOf = (type: string) =>
    new Promise<PerformanceEntry[]>((resolve) => {
      const entries: PerformanceEntry[] = [];
      new PerformanceObserver((list) => entries.push(...list.getEntries())).observe({ type, buffered: true });
      setTimeout(() => resolve(entries), 100);
    });
  while ((await entriesOf('paint')).every(({ name }) => name !== 'first-contentful-paint'));
  const largest = await entriesOf('largest-contentful-paint');
  for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
    scrollTo({ top: y, behavior: 'instant' });
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  }
  const shifts = (await entriesOf('layout-shift')) as (PerformanceEntry & { value: number })[];
  return {
    firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    largestPaintMs: largest.at(-1)?.startTime ?? Number.NaN,
    layoutShift: shifts.reduce((sum, { value }) => sum + value, 0),
  };
};

/** Loads a page in a fresh profile, over the line, until nothing is on the way any more. */
export const loadPage = async (browser: Browser, url: string, line: Line): Promise<PageLoad> => {
  const context = await browser.newContext({
    viewport: PHONE,
    deviceScaleFactor: PHONE_PIXELS,
    isMobile: true,
    hasTouch: true,
  });
  try {
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await slowDown(client, line);
    const received = countBytes(client);
    await page.goto(url, { waitUntil: 'networkidle', timeout: TIMEOUT_MS });
    const beforeScrolling = { ...received };
    return { ...(await page.evaluate(observed)), ...beforeScrolling };
  } finally {
    await context.close();
  }
};

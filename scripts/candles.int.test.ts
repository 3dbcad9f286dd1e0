// The operator's command for candles, as a process next to the exchange: what it fetches, imports, prints and returns.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RunningExchange, startExchange } from '@tradeium/paper-exchange';
import { afterAll, beforeAll, expect, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('candles.ts', import.meta.url));

let exchange: RunningExchange;
let directory: string;

beforeAll(async () => {
  exchange = await startExchange({ port: 0 });
  directory = await mkdtemp(join(tmpdir(), 'candles-'));
});
afterAll(async () => {
  await exchange.close();
  await rm(directory, { recursive: true, force: true });
});

const start = (args: readonly string[], env: Record<string, string> = {}) =>
  spawn(process.execPath, [SCRIPT, ...args], {
    env: {
      ...process.env,
      EXCHANGE_ID: '',
      EXCHANGE_URL: exchange.url,
      EXCHANGE_PAUSE_MS: '1',
      CANDLES_DIRECTORY: join(directory, 'candles'),
      TRADEIUM_HOME: directory,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const candles = async (args: readonly string[], env: Record<string, string> = {}) => {
  const child = start(args, env);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const [code] = await once(child, 'close');
  return { code, output };
};

const countOf = (output: string, line: RegExp): number =>
  Number(line.exec(output)?.[1]?.replaceAll(',', '') ?? Number.NaN);

test('sync continues after it was killed, and verify finds nothing wrong', async () => {
  expect(await candles(['verify'])).toEqual({ code: 0, output: 'No candles are kept yet.\n' });
  const killed = start(['sync', 'BTC', '--interval', '1h'], { EXCHANGE_PAUSE_MS: '60' });
  const files = () => readdir(join(directory, 'candles'), { recursive: true }).catch(() => []);
  await expect.poll(files).toContainEqual(expect.stringMatching(/BTC\.arrow$/));
  killed.kill('SIGKILL');
  await once(killed, 'close');
  const part = await candles(['verify']);
  const kept = countOf(part.output, /1h +BTC +2019-10-01 00:00 +\S+ \S+ +([\d,]+) .* fine/);
  expect(kept).toBeGreaterThan(9_000);
  expect(kept).toBeLessThan(60_000);

  const synced = await candles(['sync', 'BTC', 'SOL', '--interval', '1h,24h']);
  expect(countOf(synced.output, /1h +BTC +([\d,]+) candles until .*, 36 filled/)).toBeGreaterThan(60_000);
  expect(countOf(synced.output, /24h +SOL +([\d,]+) candles until/)).toBeGreaterThan(2_200);
  const whole = await candles(['verify', '--repair']);
  expect(whole.output).toMatch(
    /24h: 2 coins against USDT, in common from 2020-08-12 to .* \(youngest: SOL\)/,
  );
  expect([part.code, synced.code, whole.code]).toEqual([0, 0, 0]);
});

test('import takes a file in or names its line', async () => {
  const path = join(directory, 'BTC-weekly.csv');
  const content = (second: number) =>
    `timestamp,open,high,low,close,volume\n1577664000000,1,2,1,2,5\n${second},1,2,1,2,5\n`;
  await writeFile(path, content(1_578_268_800_001));
  const refused = await candles(['import', path]);
  expect(refused.code).toBe(1);
  expect(refused.output).toContain(`${path}:3: no weekly candle opens at 1578268800001 ms`);
  await writeFile(path, content(1_578_268_800_000));
  const taken = await candles(['import', path]);
  expect(taken.output).toMatch(/^weekly BTC +2 imported; now 2 candles until 2020-01-06 00:00/);
  expect(taken.code).toBe(0);
});

test('a coin that cannot be loaded is reported, and the rest are loaded', async () => {
  await mkdir(join(directory, 'other', 'binance@127.0.0.1', 'weekly', 'ETH.arrow'), { recursive: true });
  const { code, output } = await candles(['sync', 'ETH', 'ADA', '--interval', 'weekly'], {
    CANDLES_DIRECTORY: join(directory, 'other'),
  });
  expect(code).toBe(1);
  expect(output).toMatch(/weekly ETH +FAILED: .*EISDIR/);
  expect(output).toMatch(/weekly ADA +\d+ candles until/);
});

test.each([
  [['sync', 'NOPE'], {}, 'Unknown coin: NOPE'],
  [['sync', '--interval', '2h'], {}, 'Unknown interval: 2h'],
  [['verify', '--fast'], {}, "Unknown option '--fast'"],
  [['verify'], { EXCHANGE_URL: '' }, 'No system runs in'],
  [['verify'], { EXCHANGE_URL: 'nonsense' }, 'EXCHANGE_URL is no URL: nonsense'],
])('%j is answered with what can be done', async (args, env, words) => {
  const { code, output } = await candles(args, env);
  expect(code).toBe(2);
  expect(output).toContain(words);
  expect(output).toContain('npm run candles -- import FILE');
});

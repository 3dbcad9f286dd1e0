// The cost of a login: argon2id at OWASP's parameters, its effect on other requests, and what response times reveal about names.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type ApiAnswer, openClient, PASSWORD, registerUser } from '../e2e/api-client.ts';
import { type BenchRow, median, milliseconds, printRows, quantile, untargeted } from './parts/bench-row.ts';
import type { LoginStorm } from './parts/login-storm.ts';
import { startProduct } from './parts/started-product.ts';

const LOGINS = 60;
const LOGINS_AT_ONCE = 20;
const STORMS = 10;
const LOGIN_P95_MS = 250;
const ME_RATIO_MAX = 2;
const ME_REQUESTS = 600;
const ME_PAUSE_MS = 5;
/** Failed attempts at one name have to wait after five, so that many names are tried. */
const NAMES = 12;
const FAILURES_EACH = 4;
const GAP_MAX_MS = 10;

type Urls = { readonly gateway: string; readonly mail: string };

const timed = async (work: () => Promise<ApiAnswer>, status: number): Promise<number> => {
  const start = performance.now();
  const answer = await work();
  const tookMs = performance.now() - start;
  if (answer.status !== status) throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return tookMs;
};

const logIn = (urls: Urls, email: string) =>
  timed(() => openClient(urls).call('login', { email, password: PASSWORD }), 200);

const measureLogins = async (urls: Urls, email: string): Promise<BenchRow[]> => {
  const times: number[] = [];
  for (let login = 0; login < LOGINS; login += 1) times.push(await logIn(urls, email));
  const p95 = quantile(times, 0.95);
  return [
    {
      name: 'Accounts: login with argon2id, one after the other (p95)',
      value: milliseconds(p95),
      target: `< ${LOGIN_P95_MS} ms`,
      met: p95 < LOGIN_P95_MS,
    },
    untargeted('  p50', milliseconds(median(times))),
  ];
};

/** p95 of `GET /auth/me`, requested at a steady pace until `isOver`. */
const meWhile = async (
  me: () => Promise<ApiAnswer>,
  isOver: (asked: number) => boolean,
): Promise<number[]> => {
  const times: number[] = [];
  while (!isOver(times.length)) {
    times.push(await timed(me, 200));
    await delay(ME_PAUSE_MS);
  }
  return times;
};

/** Alternating between alone and alongside twenty simultaneous logins. */
const measureNeighbours = async (urls: Urls, email: string): Promise<BenchRow> => {
  const user = await registerUser(urls);
  const me = () => user.call('getMe', {});
  await meWhile(me, (asked) => asked >= ME_REQUESTS);
  const idle: number[] = [];
  const during: number[] = [];
  const workerData: LoginStorm = { urls, email, logins: LOGINS_AT_ONCE };
  const others = new Worker(new URL('./parts/login-storm.ts', import.meta.url), { workerData });
  try {
    for (let storm = 0; storm < STORMS; storm += 1) {
      idle.push(...(await meWhile(me, (asked) => asked >= ME_REQUESTS / STORMS)));
      let isOver = false;
      const over = once(others, 'message').then(() => {
        isOver = true;
      });
      others.postMessage('log in');
      during.push(...(await meWhile(me, () => isOver)));
      await over;
    }
  } finally {
    await others.terminate();
  }
  const [alone, crowded] = [quantile(idle, 0.95), quantile(during, 0.95)];
  const ratio = crowded / alone;
  return {
    name: `Accounts: GET /auth/me during ${LOGINS_AT_ONCE} logins at once (p95 of ${during.length})`,
    value: `${ratio.toFixed(2)} × (${milliseconds(crowded)}, idle ${milliseconds(alone)})`,
    target: `≤ ${ME_RATIO_MAX} × idle`,
    met: ratio <= ME_RATIO_MAX,
  };
};

/** The median times of a known and of an unknown name, in turns. */
const gapRow = async (
  what: string,
  names: { readonly known: readonly string[]; readonly unknown: readonly string[] },
  ask: (name: string) => Promise<number>,
): Promise<BenchRow> => {
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let turn = 0; turn < FAILURES_EACH * NAMES; turn += 1) {
    times.known.push(await ask(names.known[turn % NAMES] as string));
    times.unknown.push(await ask(names.unknown[turn % NAMES] as string));
  }
  const [known, unknown] = [median(times.known), median(times.unknown)];
  const gap = Math.abs(known - unknown);
  return {
    name: `Accounts: ${what}, known and unknown name (difference of medians)`,
    value: `${milliseconds(gap)} (${milliseconds(known)}, ${milliseconds(unknown)})`,
    target: `≤ ${GAP_MAX_MS} ms`,
    met: gap <= GAP_MAX_MS,
  };
};

const measureNames = async (urls: Urls): Promise<BenchRow[]> => {
  const known: string[] = [];
  for (let name = 0; name < NAMES; name += 1) known.push((await registerUser(urls)).email);
  const nobodys = () => Array.from({ length: NAMES }, () => `nobody-${randomUUID()}@example.com`);
  const unknown = nobodys();
  const client = openClient(urls);
  const guess = (email: string) => timed(() => client.call('login', { email, password: 'a wrong one' }), 401);
  const forget = (email: string) => timed(() => client.call('requestPasswordReset', { email }), 200);
  const register = (email: string) =>
    timed(() => client.call('register', { email, password: PASSWORD }), 200);
  const stranger = () => `nobody-${randomUUID()}@example.com`;
  return [
    await gapRow('a failed login', { known, unknown }, guess),
    await gapRow('a forgotten password', { known, unknown }, forget),
    // From then on the registered name is known.
    await gapRow('a registration', { known, unknown }, (email) =>
      register(known.includes(email) ? email : stranger()),
    ),
  ];
};

/** Starts the product as its users do. */
export const run = async (): Promise<BenchRow[]> => {
  const home = await mkdtemp(join(tmpdir(), 'tradeium-bench-accounts-'));
  try {
    const product = await startProduct(home, { RATE_LIMIT_AUTH_PER_MINUTE: '1000000' });
    try {
      const { urls } = product;
      const { email } = await registerUser(urls);
      return [
        ...(await measureLogins(urls, email)),
        await measureNeighbours(urls, email),
        ...(await measureNames(urls)),
      ];
    } finally {
      await product.stop();
    }
  } finally {
    await rm(home, { recursive: true, force: true });
  }
};

if (import.meta.main) printRows(await run());

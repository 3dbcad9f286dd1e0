// Measures what the gateway's checks cost: `GET /auth/me` compared with a bare Express handler that checks the same token, in turns.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MESSAGES, type User } from '@tradeium/contracts';
import { freePort, startNats } from '@tradeium/embedded';
import { declareStreams } from '@tradeium/event-store/streams';
import {
  answer,
  connectNats,
  handler,
  natsAccess,
  openBlobs,
  openLog,
  openMetrics,
  serveRequests,
} from '@tradeium/service-kit';
import { until } from '@tradeium/testing/until';
import autocannon from 'autocannon';
import jsonwebtoken from 'jsonwebtoken';
import { signingKeys } from '../libs/testing/src/servers/signing-keys.ts';
import { type BenchRow, median, printRows } from './parts/bench-row.ts';

const CONNECTIONS = 50;
/** Many short rounds in turns: other load on the machine then affects both alike. */
const ROUNDS = 11;
const ROUND_SECONDS = 1;
const COST_MAX = 3;

const user: User = {
  id: 'user-1',
  email: 'ann@example.com',
  username: 'ann',
  email_verified: true,
  created_at: '2025-01-01T00:00:00.000Z',
};

type Target = { readonly url: string; readonly process: ChildProcess };

/** Starts a server in a separate process and waits until it knows the user. */
const startTarget = async (
  file: URL,
  cookie: string,
  environment: Record<string, string>,
): Promise<Target> => {
  const port = await freePort();
  const child = spawn(process.execPath, [fileURLToPath(file)], {
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), HOST: '127.0.0.1', ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}/auth/me`;
  const isReady = async () => (await fetch(url, { headers: { cookie } })).status === 200 || undefined;
  await until(`an answer of ${file.pathname}`, isReady).catch((cause: unknown) => {
    child.kill('SIGKILL');
    throw cause;
  });
  return { url, process: child };
};

/** Requests per second; throws on any answer but 200. */
const throughput = async (url: string, cookie: string): Promise<number> => {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: ROUND_SECONDS,
    headers: { cookie },
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests failed`);
  return result['2xx'] / result.duration;
};

const measure = async (gateway: string, bare: string, cookie: string): Promise<BenchRow> => {
  const rates = { gateway: [] as number[], bare: [] as number[] };
  await throughput(gateway, cookie);
  await throughput(bare, cookie);
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.gateway.push(await throughput(gateway, cookie));
    rates.bare.push(await throughput(bare, cookie));
  }
  const cost = median(rates.bare.map((rate, round) => rate / (rates.gateway[round] as number)));
  const perSecond = (values: number[]) => `${Math.round(median(values)).toLocaleString('en')}/s`;
  return {
    name: `Gateway: GET /auth/me at ${CONNECTIONS} connections`,
    value: `${cost.toFixed(2)} × bare Express (${perSecond(rates.gateway)}, ${perSecond(rates.bare)})`,
    target: `≤ ${COST_MAX} ×`,
    met: cost <= COST_MAX,
  };
};

/** Starts NATS, a responder that knows one session, and both servers; measures them in turns; ends them all. */
export const run = async (): Promise<BenchRow[]> => {
  const directory = await mkdtemp(join(tmpdir(), 'tradeium-bench-gateway-'));
  const secret = randomBytes(32).toString('hex');
  const nats = await startNats({ dataDirectory: directory });
  const log = openLog('bench', 'error');
  const nc = await connectNats(natsAccess(nats.url, signingKeys('operator')), 'operator', log);
  const targets: Target[] = [];
  try {
    await declareStreams(nc, { replicas: 1 });
    serveRequests({
      nc,
      handlers: [handler(MESSAGES.getSession, async () => answer({ user, role: null }))],
      log,
      metrics: openMetrics('operator'),
      blobs: openBlobs({ directory }),
      waitForWrites: async () => undefined,
    });
    const token = jsonwebtoken.sign({ sid: 'session-1' }, secret, { subject: user.id, expiresIn: '1h' });
    const cookie = `tradeium_session=${token}`;
    const shared = { SESSION_SECRET: secret, LOG_LEVEL: 'error' };
    const environment = {
      ...shared,
      NATS_URL: nats.url,
      ...signingKeys('gateway'),
      NATS_MONITORING_URL: nats.monitoringUrl,
      BLOBS_DIRECTORY: directory,
      RATE_LIMIT_PER_MINUTE: '1000000000',
    };
    targets.push(await startTarget(new URL('../gateway/src/main.ts', import.meta.url), cookie, environment));
    targets.push(
      await startTarget(new URL('./bare-express.ts', import.meta.url), cookie, {
        ...shared,
        USER: JSON.stringify(user),
      }),
    );
    const [gateway, bare] = targets.map(({ url }) => url) as [string, string];
    return [await measure(gateway, bare, cookie)];
  } finally {
    for (const target of targets) target.process.kill('SIGKILL');
    await nc.close();
    await nats.stop();
    await rm(directory, { recursive: true, force: true });
  }
};

if (import.meta.main) printRows(await run());

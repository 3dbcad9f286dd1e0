import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { declareStreams, startMongodb, startNats } from '@tradeium/embedded';
import { runProjections } from '@tradeium/event-store';
import mongoose from 'mongoose';
import { connect } from 'nats';
import { balances, deposited, movements } from '../libs/event-store/fixtures/wallet.ts';

const directory = await mkdtemp(join(tmpdir(), 'tradeium-bench-'));
const [nats, mongodb] = await Promise.all([
  startNats({ dataDirectory: join(directory, 'nats') }),
  startMongodb({ dataDirectory: join(directory, 'mongodb') }),
]);
const nc = await connect({ servers: nats.url });
await declareStreams(nc, { replicas: 1 });
const js = nc.jetstream();
const N = 20000;
await Promise.all(
  Array.from({ length: 100 }, async (_, w) => {
    for (let n = 0; n < N / 100; n++)
      await js.publish(
        `events.credits.wallet.w${(w * 7 + n) % 500}`,
        JSON.stringify({
          events: [deposited(1)],
          meta: { commandId: `${w}-${n}`, userId: 'u', at: new Date().toISOString() },
        }),
      );
  }),
);
const cpu = async (pid: number) => {
  const f = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ');
  return (Number(f[11]) + Number(f[12])) * 10;
};
const noop = () => {};
const log = { debug: noop, info: noop, warn: console.warn, error: console.error };
for (const p of [balances, movements, balances, movements]) {
  const c = await mongoose
    .createConnection(mongodb.url, { dbName: 'b' + Math.random().toString(36).slice(2), autoIndex: false })
    .asPromise();
  const s0 = await cpu(mongodb.pid),
    n0 = process.cpuUsage(),
    x0 = await cpu(nats.pid);
  const t = performance.now();
  const pr = await runProjections({
    nc,
    mongo: c,
    log,
    now: () => new Date(),
    projections: [p],
    ...(process.argv[2] ? { batchSize: Number(process.argv[2]) } : {}),
  });
  await pr.caughtUp(60000);
  const wall = performance.now() - t;
  const n1 = process.cpuUsage(n0);
  console.log(
    p.name,
    'wall',
    wall.toFixed(0),
    'node cpu',
    ((n1.user + n1.system) / 1000).toFixed(0),
    'mongo cpu',
    (await cpu(mongodb.pid)) - s0,
    'nats',
    (await cpu(nats.pid)) - x0,
    'rate',
    ((N / wall) * 1000).toFixed(0),
  );
  await pr.stop();
  await c.close();
}
await nc.close();
await nats.stop();
await mongodb.stop();
await rm(directory, { recursive: true });

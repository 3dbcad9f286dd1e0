// A JetStream that can no longer write is noticed, although its server is up and answers.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { subjectOf } from '@tradeium/contracts';
import { startNats } from '@tradeium/embedded';
import { testLog } from '@tradeium/testing';
import { connect } from 'nats';
import { expect, test } from 'vitest';
import { deposit, newId, wallet } from '../../fixtures/wallet.ts';
import { jetStreamProblem, openAggregates } from '../index.ts';
import { declareStreams } from './declare-streams.ts';

test('a stream that is frozen by a write error refuses commands as unavailable, and the health check says why', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'nats-frozen-'));
  const server = await startNats({ dataDirectory });
  const nc = await connect({ servers: server.url });
  const health = () => jetStreamProblem(nc, [server.monitoringUrl]);
  await declareStreams(nc, { replicas: 1 });
  expect(await health()).toBeNull();

  // The disk refuses the stream's next file, which it needs after some megabytes.
  const messages = join(dataDirectory, 'jetstream', '$G', 'streams', 'CREDITS', 'msgs');
  await rm(messages, { recursive: true });
  await writeFile(messages, '');
  const fill = async () => {
    for (;;)
      await nc.jetstream().publish(subjectOf('credits', 'filler', 'a'), Buffer.alloc(900_000), {
        timeout: 1_000,
      });
  };
  await expect(fill()).rejects.toThrow();
  const wallets = openAggregates({ nc, log: testLog(), now: () => new Date() }, wallet);
  expect(await wallets.execute(newId(), { commandId: 'a' }, deposit(1))).toEqual({
    ok: false,
    refusal: { refused: 'SERVICE_UNAVAILABLE' },
  });
  expect(await health()).toMatch(/CREDITS.* write error/);

  await nc.close();
  server.kill();
  await server.stop();
  expect(await jetStreamProblem(nc, [server.monitoringUrl])).toMatch(/ECONNREFUSED/);
  await rm(dataDirectory, { recursive: true });
});

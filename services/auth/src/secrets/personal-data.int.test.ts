// A destroyed key is gone: from the disk, from every process, and for ever.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningServer, startNats } from '@tradeium/embedded';
import { declareStreams } from '@tradeium/event-store/streams';
import { connect, type NatsConnection } from 'nats';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openPersonalData } from './personal-data.ts';

const MASTER_KEY = 'master key of the test, at least 32 characters';

let directory: string;
let server: RunningServer;
const connections: NatsConnection[] = [];

const open = async () => {
  const nc = await connect({ servers: server.url });
  connections.push(nc);
  return { nc, personalData: await openPersonalData(nc, MASTER_KEY) };
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tradeium-test-keys-'));
  server = await startNats({ dataDirectory: directory });
  await declareStreams((await open()).nc, { replicas: 1 });
});
afterAll(async () => {
  await Promise.all(connections.map((nc) => nc.close()));
  await server?.stop();
  await rm(directory, { recursive: true, force: true });
});

const isOnDisk = async (text: string): Promise<boolean> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const contents = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name))));
  return contents.some((content) => content.includes(text));
};

test('a key is made once, whoever asks first, and reads what was sealed anywhere', async () => {
  const [{ personalData: here }, { personalData: there }] = [await open(), await open()];
  const keys = await Promise.all([here.ensureKey('twin'), there.ensureKey('twin')]);
  const sealed = keys[0].seal('email', 'ada@example.com');
  expect(keys[1].unseal('email', sealed)).toBe('ada@example.com');
  expect(() => keys[1].unseal('username', sealed)).toThrow();
});

test('its bytes are overwritten where they lay', async () => {
  const { nc, personalData } = await open();
  await personalData.ensureKey('wiped');
  const bucket = await nc.jetstream().views.kv('USER_KEYS');
  const wrapped = (await bucket.get('wiped'))?.string() ?? '';
  expect(await isOnDisk(wrapped)).toBe(true);
  await personalData.destroy('wiped');
  expect(await isOnDisk(wrapped)).toBe(false);
});

test('it is forgotten by all processes, and never made again', async () => {
  const [{ personalData: here }, { personalData: there }] = [await open(), await open()];
  await here.ensureKey('leaver');
  expect(await there.keyOf('leaver')).not.toBeNull();
  await here.destroy('leaver');
  await here.destroy('leaver');
  expect(await here.keyOf('leaver')).toBeNull();
  await vi.waitFor(async () => expect(await there.keyOf('leaver')).toBeNull());
  await expect(there.ensureKey('leaver')).rejects.toThrow();
});

test('a user who never had one has none after all', async () => {
  const { personalData } = await open();
  await personalData.destroy('nobody');
  expect(await personalData.keyOf('nobody')).toBeNull();
  await expect(personalData.ensureKey('nobody')).rejects.toThrow();
});

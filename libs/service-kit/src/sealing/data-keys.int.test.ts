// Data keys are created once, survive a new master key, and once destroyed are gone from disk and memory permanently.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningServer, startNats } from '@tradeium/embedded';
import { declareStreams } from '@tradeium/event-store/streams';
import { connect, type KV, type NatsConnection } from 'nats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DataKeys, openDataKeys } from './data-keys.ts';
import type { MasterSecrets } from './master-keys.ts';

const OLD = 'the old master key, at least 32 characters';
const NEW = 'the new master key, at least 32 characters';

let directory: string;
let server: RunningServer;
let kv: KV;
const connections: NatsConnection[] = [];

const open = async (...secrets: MasterSecrets): Promise<DataKeys> => {
  const nc = await connect({ servers: server.url });
  connections.push(nc);
  return openDataKeys(nc, secrets);
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tradeium-test-keys-'));
  server = await startNats({ dataDirectory: directory });
  const nc = await connect({ servers: server.url });
  connections.push(nc);
  await declareStreams(nc, { replicas: 1 });
  kv = await nc.jetstream().views.kv('USER_KEYS');
});
afterAll(async () => {
  await Promise.all(connections.map((nc) => nc.close()));
  await server?.stop();
  await rm(directory, { recursive: true, force: true });
});

const stored = async (key: string): Promise<string | null> => (await kv.get(key))?.string() ?? null;

/** Removes a key from the disk. */
const lose = async (key: string): Promise<void> => {
  const manager = await connections[0]?.jetstreamManager();
  await manager?.streams.deleteMessage('KV_USER_KEYS', (await kv.get(key))?.revision ?? 0);
};

const isOnDisk = async (text: string): Promise<boolean> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const contents = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name))));
  return contents.some((content) => content.includes(text));
};

describe('a data key', () => {
  test('is created once, by the first that needs it, and opens text sealed anywhere', async () => {
    const [here, there] = [await open(OLD), await open(OLD)];
    const [mine, theirs] = await Promise.all([here.ensure('twin'), there.ensure('twin')]);
    const sealed = mine.seal('email', 'ada@example.com');
    expect(theirs.unseal('email', sealed)).toBe('ada@example.com');
  });

  test('that is lost is an error, while a destroyed one counts as gone', async () => {
    const keys = await open(OLD);
    await keys.ensure('lost');
    await keys.ensure('erased');
    await keys.destroy('erased');
    await lose('lost');
    const later = await open(OLD);
    expect(await later.find('lost')).toBeNull();
    expect(await later.open('erased')).toBeNull();
    await expect(later.open('lost')).rejects.toThrow('the data key of lost is missing');
  });

  test('opens a text neither in another field nor for another subject', async () => {
    const keys = await open(OLD);
    const [mine, theirs] = [await keys.ensure('owner'), await keys.ensure('stranger')];
    const sealed = mine.seal('email', 'ada@example.com');
    expect(() => mine.unseal('username', sealed)).toThrow();
    expect(() => theirs.unseal('email', sealed)).toThrow();
  });
});

describe('a new master key', () => {
  test('opens nothing without the previous one, and everything with it', async () => {
    const sealed = (await (await open(OLD)).ensure('reader')).seal('email', 'ada@example.com');
    await expect((await open(NEW)).find('reader')).rejects.toThrow('not at hand');
    expect((await (await open(NEW, OLD)).find('reader'))?.unseal('email', sealed)).toBe('ada@example.com');
  });

  test('wraps every key once, after which the previous one is not needed and its copies are overwritten', async () => {
    const sealed = (await (await open(OLD)).ensure('rotated')).seal('email', 'ada@example.com');
    const before = (await stored('rotated')) ?? '';
    const keys = await open(NEW, OLD);
    expect(await keys.rewrap()).toBeGreaterThan(0);
    expect((await (await open(NEW)).find('rotated'))?.unseal('email', sealed)).toBe('ada@example.com');
    expect(await isOnDisk(before)).toBe(false);
    expect(await stored('staged.rotated')).toBeNull();
    expect(await keys.rewrap()).toBe(0);
  });

  test.each([
    ['before the old copy was overwritten', true],
    ['after the old copy was overwritten', false],
  ])('finishes what a crash interrupted %s', async (when, isOldThere) => {
    const subject = isOldThere ? 'early' : 'late';
    const sealed = (await (await open(OLD)).ensure(subject)).seal('email', when);
    const wrapped = (await stored(subject)) ?? '';
    await kv.put(`staged.${subject}`, wrapped);
    if (!isOldThere) await lose(subject);
    // Even then the key is found and not replaced.
    expect((await (await open(NEW, OLD)).ensure(subject)).unseal('email', sealed)).toBe(when);
    await (await open(NEW, OLD)).rewrap();
    expect((await (await open(NEW)).find(subject))?.unseal('email', sealed)).toBe(when);
    expect(await stored(`staged.${subject}`)).toBeNull();
  });
});

describe('a destroyed key', () => {
  test('is overwritten in place, even while it is being rewrapped', async () => {
    const keys = await open(OLD);
    await keys.ensure('wiped');
    const wrapped = (await stored('wiped')) ?? '';
    await kv.put('staged.wiped', `staged ${wrapped}`);
    expect(await isOnDisk(wrapped)).toBe(true);
    await keys.destroy('wiped');
    expect(await isOnDisk(wrapped)).toBe(false);
  });

  test('is forgotten by all processes and never created again', async () => {
    const [here, there] = [await open(OLD), await open(OLD)];
    await here.ensure('leaver');
    expect(await there.find('leaver')).not.toBeNull();
    await here.destroy('leaver');
    await here.destroy('leaver');
    expect(await here.find('leaver')).toBeNull();
    await expect.poll(() => there.find('leaver')).toBeNull();
    await expect(there.ensure('leaver')).rejects.toThrow();
  });

  test('stays destroyed when every key is rewrapped at the same time', async () => {
    const [here, there] = [await open(NEW, OLD), await open(NEW, OLD)];
    const subjects = Array.from({ length: 20 }, (_, index) => `racer-${index}`);
    const old = await open(OLD);
    for (const subject of subjects) await old.ensure(subject);
    await Promise.all([there.rewrap(), ...subjects.map((subject) => here.destroy(subject))]);
    await there.rewrap();
    for (const subject of subjects) {
      expect(await stored(subject)).toBe('destroyed');
      expect(await stored(`staged.${subject}`)).toBeNull();
    }
  });

  test('may never have existed', async () => {
    const keys = await open(OLD);
    await keys.destroy('nobody');
    expect(await keys.find('nobody')).toBeNull();
    await expect(keys.ensure('nobody')).rejects.toThrow();
  });
});

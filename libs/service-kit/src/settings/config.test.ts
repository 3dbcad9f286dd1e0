// At its start a service reports everything that is wrong with its environment.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { maskedLine } from '../log/masked.ts';
import { type ConfigError, commonConfig, readConfig } from './config.ts';

/** The settings that every process needs. */
const KEYS = { SIGNING_KEY: 'a', SIGNING_PUBLIC_KEYS: 'b' };

const schema = commonConfig.extend({ SECRET: z.string().min(8) });

test('what is absent has its default', () => {
  expect(readConfig(schema, { ...KEYS, SECRET: 'long enough' })).toMatchObject({
    LOG_LEVEL: 'info',
    BLOBS_S3_REGION: 'us-east-1',
  });
});

test('every problem is named at once, without any value', () => {
  const read = () => readConfig(schema, { SECRET: 'short', LOG_LEVEL: 'loud', HEALTH_PORT: '70000' });
  expect(read).toThrow(/HEALTH_PORT.*LOG_LEVEL.*SECRET/s);
  expect(read).not.toThrow(/short/);
});

test('problems of secrets can be read in the log', () => {
  const secrets = commonConfig.extend({ SESSION_SECRET: z.string().min(32), MASTER_KEY: z.string() });
  try {
    readConfig(secrets, { ...KEYS, SESSION_SECRET: 'short' });
    expect.unreachable();
  } catch (error) {
    const { problems } = error as ConfigError;
    expect(problems).toEqual([
      expect.stringMatching(/^SESSION_SECRET is wrong: .+32/),
      'MASTER_KEY is not set',
    ]);
    expect(maskedLine({ problems }, '').fields).toEqual({ problems });
  }
});

test('a variable may be in a file', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'tradeium-config-'));
  const file = join(directory, 'secret');
  await writeFile(file, 'from a file\n');
  expect(readConfig(schema, { ...KEYS, SECRET_FILE: file })).toMatchObject({ SECRET: 'from a file' });
  const made = schema.transform((config) => ({ ...config, isMade: true }));
  expect(readConfig(made, { ...KEYS, SECRET_FILE: file })).toMatchObject({
    SECRET: 'from a file',
    isMade: true,
  });
  expect(() => readConfig(schema, { SECRET_FILE: file, SECRET: 'long enough' })).toThrow(
    /SECRET, SECRET_FILE/,
  );
  await rm(directory, { recursive: true });
  expect(() => readConfig(schema, { SECRET_FILE: file, LOG_LEVEL: 'loud' })).toThrow(
    /SECRET_FILE.*ENOENT.*LOG_LEVEL/s,
  );
});

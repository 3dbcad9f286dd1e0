// At its start a service reports everything that is wrong with its environment.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { commonConfig, readConfig } from './config.ts';

const schema = commonConfig.extend({ SECRET: z.string().min(8) });

test('what is absent has its default', () => {
  expect(readConfig(schema, { SECRET: 'long enough' })).toMatchObject({
    LOG_LEVEL: 'info',
    BLOBS_SHARED: false,
  });
});

test('every problem is named at once, without any value', () => {
  const read = () => readConfig(schema, { SECRET: 'short', LOG_LEVEL: 'loud', HEALTH_PORT: '70000' });
  expect(read).toThrow(/HEALTH_PORT.*LOG_LEVEL.*SECRET/s);
  expect(read).not.toThrow(/short/);
});

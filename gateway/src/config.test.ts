// Which configurations the gateway accepts.
import { readConfig } from '@tradeium/service-kit';
import { expect, test } from 'vitest';
import { gatewayConfig } from './config.ts';

const SESSION_SECRET = 'x'.repeat(32);

test('needs secrets only', () => {
  expect(
    readConfig(gatewayConfig, { SESSION_SECRET, SIGNING_KEY: 'a', SIGNING_PUBLIC_KEYS: 'b' }),
  ).toMatchObject({
    PORT: 4_000,
    HOST: '127.0.0.1',
    PUBLIC_URL: 'http://localhost:4000',
    TRUST_PROXY: 0,
    RATE_LIMIT_PER_MINUTE: 600,
    RATE_LIMIT_AUTH_PER_MINUTE: 20,
    RATE_LIMIT_LINKS_PER_MINUTE: 200,
    ATTEMPT_PACE_MS: 40,
    RATE_LIMIT_CHECK_PER_MINUTE: 60,
    RATE_LIMIT_MESSAGES_PER_MINUTE: 30,
    RATE_LIMIT_EXPORT_PER_MINUTE: 5,
    RATE_LIMIT_EXECUTE_PER_MINUTE: 30,
    RATE_LIMIT_WEBHOOK_PER_MINUTE: 6_000,
  });
});

test.each([
  [{}, 'SESSION_SECRET'],
  [{ SESSION_SECRET }, 'SIGNING_KEY'],
  [{ SESSION_SECRET: 'short' }, 'SESSION_SECRET is wrong: at least 32 characters'],
  [{ SESSION_SECRET, PORT: '70000' }, 'PORT'],
  [{ SESSION_SECRET, PUBLIC_URL: 'javascript:alert(1)' }, 'PUBLIC_URL'],
  [{ SESSION_SECRET, RATE_LIMIT_PER_MINUTE: '0' }, 'RATE_LIMIT_PER_MINUTE'],
])('refuses %j', (environment, problem) => {
  expect(() => readConfig(gatewayConfig, environment)).toThrow(problem);
});

// The settings of a system under test: nothing from the developer's shell, no pages, no rate limits.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Short enough for a test to wait for, long enough for an honest strategy on a busy machine. */
export const STRATEGY_TIMEOUT_SECONDS = 6;

/** Variables of a developer's shell that must not reach the system under test. */
const NOT_INHERITED = [
  'NATS_URL',
  'MONGODB_URL',
  'TEMPORAL_ADDRESS',
  'EXCHANGE_URL',
  'EXCHANGE_ID',
  'SMTP_URL',
  'NOWPAYMENTS_API_URL',
  'NOWPAYMENTS_API_KEY',
  'NOWPAYMENTS_IPN_SECRET',
  'MODEL_URL',
  'MODEL_API_KEY',
  'STRATEGY_MODEL',
  'DISCOVERY_MODEL',
  'PUBLIC_URL',
  'PORT',
  'TRADEIUM_HOME',
  'LOG_LEVEL',
  'BLOBS_S3_BUCKET',
];

/** The environment of a system whose state is in `home`. */
export const systemEnvironment = async (home: string): Promise<NodeJS.ProcessEnv> => {
  const pages = join(home, 'pages');
  await mkdir(pages);
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !NOT_INHERITED.includes(name))),
    // Only browser tests need the pages.
    WEB_DIRECTORY: pages,
    RUNNER_TIMEOUT_SECONDS: String(STRATEGY_TIMEOUT_SECONDS),
    // Limits have separate tests.
    RATE_LIMIT_PER_MINUTE: '1000000',
    RATE_LIMIT_AUTH_PER_MINUTE: '1000000',
    RATE_LIMIT_LINKS_PER_MINUTE: '1000000',
    RATE_LIMIT_EXECUTE_PER_MINUTE: '1000000',
    RATE_LIMIT_CHECK_PER_MINUTE: '1000000',
    RATE_LIMIT_MESSAGES_PER_MINUTE: '1000000',
    RATE_LIMIT_EXPORT_PER_MINUTE: '1000000',
    RATE_LIMIT_WEBHOOK_PER_MINUTE: '1000000',
    GROWTH_EVENTS_PER_DAY: '1000000',
    GROWTH_BYTES_PER_DAY: '1000000000',
  };
};

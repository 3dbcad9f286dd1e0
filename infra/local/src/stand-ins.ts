// The stand-ins by name: how each starts from the environment of its process.
import { setFlagsFromString } from 'node:v8';
import { readPort } from './process.ts';

export type StandIn = {
  /** Its addresses, as its process reports them. */
  readonly ready: Readonly<Record<string, string>>;
  close(): Promise<void>;
};

const needed = (variable: string): string => {
  const value = process.env[variable];
  if (!value) throw new Error(`${variable} is not set`);
  return value;
};

const exchange = async (): Promise<StandIn> => {
  // Answers are short-lived garbage; without room to grow for it the process stays 50 MB smaller, at the same speed.
  setFlagsFromString('--semi-space-growth-factor=1');
  const { startExchange } = await import('./exchange/exchange.ts');
  const {
    EXCHANGE_DIRECTORY: directory,
    EXCHANGE_TEST_API_KEY: apiKey,
    EXCHANGE_TEST_API_SECRET: apiSecret,
  } = process.env;
  const testKeys = apiKey && apiSecret ? { apiKey, apiSecret } : undefined;
  const { url, close } = await startExchange({ port: readPort('EXCHANGE_PORT'), directory, testKeys });
  return { ready: { exchange: url }, close };
};

const mail = async (): Promise<StandIn> => {
  // Mails hold links that open accounts: files are for their owner only.
  process.umask(0o077);
  const { startMailbox } = await import('./mail/mailbox.ts');
  const { smtpUrl, url, close } = await startMailbox({
    smtpPort: readPort('SMTP_PORT'),
    webPort: readPort('MAIL_PORT'),
    directory: process.env.MAIL_DIRECTORY,
  });
  return { ready: { smtp: smtpUrl, mail: url }, close };
};

const payments = async (): Promise<StandIn> => {
  const { startPayments } = await import('./payments/payments.ts');
  const { NOWPAYMENTS_EMAIL: email, NOWPAYMENTS_PASSWORD: password } = process.env;
  const { url, close } = await startPayments({
    port: readPort('PAYMENTS_PORT'),
    // Without them its notices are worthless.
    apiKey: needed('NOWPAYMENTS_API_KEY'),
    noticeSecret: needed('NOWPAYMENTS_IPN_SECRET'),
    credentials: email && password ? { email, password } : undefined,
    directory: process.env.PAYMENTS_DIRECTORY,
  });
  return { ready: { payments: url }, close };
};

const model = async (): Promise<StandIn> => {
  const { startModel } = await import('./model/model.ts');
  const pause = process.env.MODEL_CHUNK_MS;
  const chunkMs = pause ? Number(pause) : undefined;
  if (chunkMs !== undefined && !(chunkMs >= 0))
    throw new Error(`MODEL_CHUNK_MS must be milliseconds, not "${pause}"`);
  const { url, close } = await startModel({ port: readPort('MODEL_PORT'), chunkMs });
  return { ready: { model: url }, close };
};

const STAND_INS: Readonly<Record<string, () => Promise<StandIn>>> = { exchange, mail, payments, model };

/** Starts those of these names; rejects when one of them cannot start. */
export const startStandIns = async (names: readonly string[]): Promise<StandIn> => {
  const starts = names.map((name) => {
    const start = STAND_INS[name];
    if (!start) throw new Error(`"${name}" is no stand-in: ${Object.keys(STAND_INS).join(', ')}`);
    return start;
  });
  if (starts.length === 0) throw new Error(`name one at least: ${Object.keys(STAND_INS).join(', ')}`);
  const running = await Promise.all(starts.map((start) => start()));
  return {
    ready: Object.assign({}, ...running.map(({ ready }) => ready)) as Record<string, string>,
    close: async () => {
      await Promise.all(running.map(({ close }) => close()));
    },
  };
};

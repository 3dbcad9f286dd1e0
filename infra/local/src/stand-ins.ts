// The stand-ins by name: how each starts from the environment of its process.
import { readConfig } from '@tradeium/service-kit/config';
import { readReach } from '@tradeium/service-kit/reach';
import { readPort } from '@tradeium/service-kit/run-until-stopped';
import { z } from 'zod';
import { openPassage } from './passage.ts';

export type StandIn = {
  /** Its addresses, as its process reports them. */
  readonly ready: Readonly<Record<string, string>>;
  close(): Promise<void>;
};

const text = z.string().default('');
/** Without the first two its notices are worthless. */
const paymentSecrets = z.object({
  NOWPAYMENTS_API_KEY: z.string().min(1),
  NOWPAYMENTS_IPN_SECRET: z.string().min(1),
  NOWPAYMENTS_EMAIL: text,
  NOWPAYMENTS_PASSWORD: text,
});

const exchange = async (): Promise<StandIn> =>
  (await import('@tradeium/paper-exchange/from-environment')).startFromEnvironment();

const mail = async (): Promise<StandIn> => {
  // Mails hold links that open accounts: files are for their owner only.
  process.umask(0o077);
  const { startMailbox } = await import('./mail/mailbox.ts');
  const { smtpUrl, url, close } = await startMailbox({
    ...readReach(),
    smtpPort: readPort('SMTP_PORT'),
    webPort: readPort('MAIL_PORT'),
    directory: process.env.MAIL_DIRECTORY,
  });
  return { ready: { smtp: smtpUrl, mail: url }, close };
};

const payments = async (): Promise<StandIn> => {
  const { startPayments } = await import('./payments/payments.ts');
  const { NOWPAYMENTS_EMAIL: email, NOWPAYMENTS_PASSWORD: password, ...secrets } = readConfig(paymentSecrets);
  const { url, close } = await startPayments({
    ...readReach(),
    port: readPort('PAYMENTS_PORT'),
    apiKey: secrets.NOWPAYMENTS_API_KEY,
    noticeSecret: secrets.NOWPAYMENTS_IPN_SECRET,
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
  const { url, close } = await startModel({ ...readReach(), port: readPort('MODEL_PORT'), chunkMs });
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
  const shop = process.env.SHOP_ADDRESS;
  const passage = shop ? await openPassage(shop) : undefined;
  return {
    ready: Object.assign({}, ...running.map(({ ready }) => ready)) as Record<string, string>,
    close: async () => {
      await Promise.all([...running.map(({ close }) => close()), passage?.close()]);
    },
  };
};

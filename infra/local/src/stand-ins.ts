// The stand-ins by name: how each starts from the environment of its process.
import { port, readConfig } from '@tradeium/service-kit/config';
import { readReach } from '@tradeium/service-kit/reach';
import { z } from 'zod';
import { openPassage } from './passage.ts';

export type StandIn = {
  /** Its addresses, as its process reports them. */
  readonly ready: Readonly<Record<string, string>>;
  close(): Promise<void>;
};

const text = z.string().default('');
const mailConfig = z.object({ SMTP_PORT: port.default(0), MAIL_PORT: port.default(0) });
/** Without key and secret its notices are worthless. */
const paymentsConfig = z.object({
  PAYMENTS_PORT: port.default(0),
  NOWPAYMENTS_API_KEY: z.string().min(1),
  NOWPAYMENTS_IPN_SECRET: z.string().min(1),
  NOWPAYMENTS_EMAIL: text,
  NOWPAYMENTS_PASSWORD: text,
});
const modelConfig = z.object({
  MODEL_PORT: port.default(0),
  MODEL_CHUNK_MS: z.preprocess(
    (text) => text || undefined,
    z.coerce.number().min(0, 'it must be milliseconds').optional(),
  ),
});

const exchange = async (): Promise<StandIn> =>
  (await import('@tradeium/paper-exchange/from-environment')).startFromEnvironment();

const mail = async (): Promise<StandIn> => {
  // Mails hold links that open accounts: files are for their owner only.
  process.umask(0o077);
  const { SMTP_PORT: smtpPort, MAIL_PORT: webPort } = readConfig(mailConfig);
  const { startMailbox } = await import('./mail/mailbox.ts');
  const { smtpUrl, url, close } = await startMailbox({
    ...readReach(),
    smtpPort,
    webPort,
    directory: process.env.MAIL_DIRECTORY,
  });
  return { ready: { smtp: smtpUrl, mail: url }, close };
};

const payments = async (): Promise<StandIn> => {
  const { startPayments } = await import('./payments/payments.ts');
  const {
    NOWPAYMENTS_EMAIL: email,
    NOWPAYMENTS_PASSWORD: password,
    ...settings
  } = readConfig(paymentsConfig);
  const { url, close } = await startPayments({
    ...readReach(),
    port: settings.PAYMENTS_PORT,
    apiKey: settings.NOWPAYMENTS_API_KEY,
    noticeSecret: settings.NOWPAYMENTS_IPN_SECRET,
    credentials: email && password ? { email, password } : undefined,
    directory: process.env.PAYMENTS_DIRECTORY,
  });
  return { ready: { payments: url }, close };
};

const model = async (): Promise<StandIn> => {
  const { startModel } = await import('./model/model.ts');
  const { MODEL_PORT, MODEL_CHUNK_MS: chunkMs } = readConfig(modelConfig);
  const { url, close } = await startModel({ ...readReach(), port: MODEL_PORT, chunkMs });
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

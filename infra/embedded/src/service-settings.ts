// The values of the manifest's variables: secrets, addresses, and the operator's own settings.
import { join } from 'node:path';
import { pagesUrl, systemUrls } from './addresses.ts';
import { filesOf } from './own-process.ts';
import { SECRET_NAMES } from './secrets.ts';
import { SetupError } from './setup-error.ts';
import type { Setup } from './system-setup.ts';

/** A service's variable with its value; empty where the service has its own default. */
export const settingOf = (setup: Setup, process: string, variable: string): [string, string][] => {
  const value = settings(setup, process)[variable]?.() ?? setup.env[variable];
  return value === undefined ? [] : [[variable, value]];
};

const settings = (setup: Setup, process: string): Readonly<Record<string, () => string | undefined>> => {
  const { env, ports, secrets } = setup;
  const payment = (name: string) => () => paymentSecrets(setup)[name];
  return {
    ...Object.fromEntries(SECRET_NAMES.map((name) => [name, () => secrets[name]])),
    PUBLIC_URL: () => publicUrl(setup),
    SMTP_URL: () => env.SMTP_URL || `smtp://127.0.0.1:${ports.smtp}`,
    NOWPAYMENTS_API_URL: () => systemUrls(setup).payments,
    ...Object.fromEntries(
      ['API_KEY', 'IPN_SECRET', 'EMAIL', 'PASSWORD'].map((end) => [
        `NOWPAYMENTS_${end}`,
        payment(`NOWPAYMENTS_${end}`),
      ]),
    ),
    // Of a Temporal elsewhere only the operator knows where its pages are.
    TEMPORAL_UI_URL: () =>
      env.TEMPORAL_UI_URL ?? (env.TEMPORAL_ADDRESS ? undefined : systemUrls(setup).temporal_ui),
    MODEL_URL: () => systemUrls(setup).model,
    // A real exchange has ccxt's address, unless the environment names another one.
    EXCHANGE_URL: () => (env.EXCHANGE_ID && !env.EXCHANGE_URL ? undefined : systemUrls(setup).exchange),
    PAPER_EXCHANGE_URL: () => env.PAPER_EXCHANGE_URL || systemUrls(setup).exchange,
    // Nothing is traded for real unless the operator names the exchange.
    LIVE_EXCHANGE_URL: () => {
      const isReal = env.EXCHANGE_ID && !env.EXCHANGE_URL;
      return env.LIVE_EXCHANGE_URL ?? (isReal ? undefined : systemUrls(setup).exchange);
    },
    CANDLES_DIRECTORY: () => join(filesOf(setup, process), 'candles'),
  };
};

/** The secrets that the ledger and the payment provider share; a provider elsewhere does not know local keys. */
export const paymentSecrets = ({ env, secrets }: Setup): Record<string, string> => {
  const { NOWPAYMENTS_API_KEY, NOWPAYMENTS_IPN_SECRET } = secrets;
  if (!env.NOWPAYMENTS_API_URL) {
    const account = { NOWPAYMENTS_EMAIL: 'shop@tradeium.local', NOWPAYMENTS_PASSWORD: NOWPAYMENTS_API_KEY };
    return { NOWPAYMENTS_API_KEY, NOWPAYMENTS_IPN_SECRET, ...account };
  }
  if (!env.NOWPAYMENTS_API_KEY || !env.NOWPAYMENTS_IPN_SECRET)
    throw new SetupError(
      'With NOWPAYMENTS_API_URL its NOWPAYMENTS_API_KEY and NOWPAYMENTS_IPN_SECRET are needed.',
    );
  const { NOWPAYMENTS_EMAIL = '', NOWPAYMENTS_PASSWORD = '' } = env;
  return { NOWPAYMENTS_API_KEY, NOWPAYMENTS_IPN_SECRET, NOWPAYMENTS_EMAIL, NOWPAYMENTS_PASSWORD };
};

/** The product's address in browsers: links in mails begin with it, and the gateway accepts no other origin. */
export const publicUrl = ({ env, ports, watch }: Setup): string =>
  env.PUBLIC_URL || (watch ? pagesUrl(ports) : systemUrls({ env, ports }).gateway);

// Starts one whole system for the browser stories, in a separate home, and stops it after them; or uses the one at PRODUCT_URL.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSystem } from '@tradeium/embedded';

/** Called by Playwright before the first story; what it returns is called after the last. */
const start = async (): Promise<() => Promise<void>> => {
  const { PRODUCT_URL, PRODUCT_MAIL_URL = '' } = process.env;
  if (PRODUCT_URL) {
    process.env.GATEWAY_URL = PRODUCT_URL;
    process.env.MAIL_URL = PRODUCT_MAIL_URL;
    return async () => undefined;
  }
  const home = await mkdtemp(join(tmpdir(), 'tradeium-browser-'));
  const system = await startSystem({ home, port: 0 });
  process.env.GATEWAY_URL = system.urls.gateway;
  process.env.MAIL_URL = system.urls.mail;
  process.env.NATS_URL = system.urls.nats;
  process.env.SIGNING_KEY = system.urls.operator_signing_key;
  process.env.SIGNING_PUBLIC_KEYS = system.urls.signing_public_keys;
  process.env.RUN_JSON = await readFile(join(home, 'run.json'), 'utf8');
  return async () => {
    await system.stop();
    await rm(home, { recursive: true, force: true });
  };
};

export default start;

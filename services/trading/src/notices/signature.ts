// Signs what is sent to a webhook: HMAC-SHA-256 over its time and its bytes, so that it can be neither forged nor replayed.
import { createHmac } from 'node:crypto';

/** `t=<seconds since 1970>,v1=<hex>`, with one `v1` for each secret that counts now. */
export const signatureOf = (body: string, secrets: readonly string[], atMs: number): string => {
  const seconds = Math.floor(atMs / 1_000);
  const each = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'),
  );
  return [`t=${seconds}`, ...each.map((signature) => `v1=${signature}`)].join(',');
};

// How processes prove to NATS and Temporal who they are, and know that these are the right servers.
import { z } from 'zod';

/** Each is the text itself; with `_FILE` behind its name, the path of a file that holds it. */
const text = z.string().default('');

/** The variables for NATS. A name and a password may also be in `NATS_URL`; no more than one way can be set. */
export const natsAccessConfig = z.object({
  NATS_URL: z.string().default('nats://127.0.0.1:4222'),
  NATS_USER: text,
  NATS_PASSWORD: text,
  /** The text of a `.creds` file. */
  NATS_CREDENTIALS: text,
  /** The seed of an nkey of a user: `SU…`. */
  NATS_NKEY_SEED: text,
  /** PEM: whom to trust; and with which certificate and key to answer. */
  NATS_TLS_CA: text,
  NATS_TLS_CERTIFICATE: text,
  NATS_TLS_KEY: text,
});
export type NatsAccess = z.infer<typeof natsAccessConfig>;

/** The private key with which this kind of process signs, and the public keys of all: `npm run secrets` makes them. */
export const signingConfig = z.object({
  SIGNING_KEY: z.string().min(1),
  SIGNING_PUBLIC_KEYS: z.string().min(1),
});
export type SigningKeys = z.infer<typeof signingConfig>;

/** The variables for Temporal. */
export const temporalAccessConfig = z.object({
  TEMPORAL_ADDRESS: z.string().default('127.0.0.1:7233'),
  TEMPORAL_NAMESPACE: z.string().default('default'),
  TEMPORAL_API_KEY: text,
  /** `true`: TLS with what this machine trusts. Any of those below, or an API key, means TLS too. */
  TEMPORAL_TLS: z.stringbool().default(false),
  TEMPORAL_TLS_CA: text,
  TEMPORAL_TLS_CERTIFICATE: text,
  TEMPORAL_TLS_KEY: text,
  /** The name in the server's certificate, where it is not the address's. */
  TEMPORAL_TLS_SERVER_NAME: text,
});
export type TemporalAccess = z.infer<typeof temporalAccessConfig>;

type Address = { server: string; user?: string; pass?: string; token?: string };

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error('NATS_URL: the name or the password is not percent-encoded');
  }
};

/** A server's address, and the name and password, or the token alone, that stood in it. */
const parted = (url: string): Address => {
  const [, scheme = '', user, pass, rest = ''] =
    /^(\w+:\/\/)?(?:([^:@/]*)(?::([^@/]*))?@)?(.*)$/.exec(url) ?? [];
  const server = `${scheme}${rest}`;
  if (user === undefined) return { server };
  return pass === undefined
    ? { server, token: decoded(user) }
    : { server, user: decoded(user), pass: decoded(pass) };
};

type Tls = { readonly ca?: string; readonly cert?: string; readonly key?: string };

export type NatsConnectionParts = {
  readonly servers: string[];
  readonly user?: string;
  readonly pass?: string;
  readonly token?: string;
  readonly credentials?: string;
  readonly seed?: string;
  /** Undefined: without TLS, unless the server demands it. */
  readonly tls?: Tls;
};

/** The options of connections to NATS. */
export const natsConnectionParts = (access: NatsAccess): NatsConnectionParts => {
  const addresses = access.NATS_URL.split(',').map((url) => parted(url.trim()));
  const inUrl = addresses.find(({ user, token }) => user !== undefined || token !== undefined);
  const user = access.NATS_USER || inUrl?.user;
  const pass = access.NATS_PASSWORD || inUrl?.pass;
  const isTls = access.NATS_TLS_CA || access.NATS_TLS_CERTIFICATE || access.NATS_URL.startsWith('tls://');
  const tls: Tls = {
    ...(access.NATS_TLS_CA && { ca: access.NATS_TLS_CA }),
    ...(access.NATS_TLS_CERTIFICATE && { cert: access.NATS_TLS_CERTIFICATE, key: access.NATS_TLS_KEY }),
  };
  return {
    servers: addresses.map(({ server }) => server),
    ...(user && { user }),
    ...(pass && { pass }),
    ...(inUrl?.token && { token: inUrl.token }),
    ...(access.NATS_CREDENTIALS && { credentials: access.NATS_CREDENTIALS }),
    ...(access.NATS_NKEY_SEED && { seed: access.NATS_NKEY_SEED }),
    ...(isTls && { tls }),
  };
};

type TemporalTls = {
  readonly serverNameOverride?: string;
  readonly serverRootCACertificate?: Buffer;
  readonly clientCertPair?: { readonly crt: Buffer; readonly key: Buffer };
};

export type TemporalConnectionParts = {
  readonly address: string;
  readonly apiKey?: string;
  readonly tls?: TemporalTls;
};

/** The options of connections to Temporal. */
export const temporalConnectionParts = (access: TemporalAccess): TemporalConnectionParts => {
  const { TEMPORAL_API_KEY: apiKey, TEMPORAL_TLS_CA: ca, TEMPORAL_TLS_CERTIFICATE: crt } = access;
  const { TEMPORAL_TLS_KEY: key, TEMPORAL_TLS_SERVER_NAME: name } = access;
  const tls: TemporalTls = {
    ...(name && { serverNameOverride: name }),
    ...(ca && { serverRootCACertificate: Buffer.from(ca) }),
    ...(crt && { clientCertPair: { crt: Buffer.from(crt), key: Buffer.from(key) } }),
  };
  const isTls = access.TEMPORAL_TLS || apiKey !== '' || Object.keys(tls).length > 0;
  return { address: access.TEMPORAL_ADDRESS, ...(apiKey && { apiKey }), ...(isTls && { tls }) };
};

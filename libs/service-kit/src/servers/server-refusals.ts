// Why a server does not let us in, in one line that names the cure; null where it is only away, and waiting helps.
import { ErrorCode } from 'nats';

type Failure = { readonly code?: unknown; readonly message?: string };

const REFUSED_LOGIN: readonly unknown[] = [
  ErrorCode.AuthorizationViolation,
  ErrorCode.AuthenticationExpired,
  ErrorCode.BadAuthentication,
  ErrorCode.BadCreds,
];

/** The meaning of a failed TLS connection; `names` are the settings of the server. */
const tlsRefusal = (
  what: string,
  code: string,
  names: { readonly ca: string; readonly own: string },
): string | null => {
  if (code === 'CERT_HAS_EXPIRED') return `the certificate of ${what} has expired (${code}): renew it there`;
  if (/ALERT/.test(code)) return `${what} refuses our certificate (${code}): set ${names.own} to a valid one`;
  if (/CERT|SIGNATURE|ALTNAME/.test(code))
    return `the certificate of ${what} is not trusted (${code}): set ${names.ca} to whose certificate it is, and use a name that stands in it`;
  if (/SSL|TLS|PEM|OSSL/.test(code))
    return `no TLS connection to ${what} can be made (${code}): check ${names.ca}, ${names.own} and whether the server speaks TLS`;
  return null;
};

/** Of a failed connection to NATS at `server`, with the login `user`. */
export const natsRefusal = (cause: unknown, server: string, user: string): string | null => {
  const { code, chainedError } = cause as Failure & { readonly chainedError?: Failure };
  if (REFUSED_LOGIN.includes(code))
    return `NATS at ${server} refuses the login of ${user || 'nobody'} (${code}): set NATS_USER and NATS_PASSWORD to what this server has for this kind of process`;
  const names = { ca: 'NATS_TLS_CA', own: 'NATS_TLS_CERTIFICATE with NATS_TLS_KEY' };
  return tlsRefusal(`NATS at ${server}`, String(chainedError?.code ?? code ?? ''), names);
};

const AUTHENTICATION_FAILED = 18;
/** Of hosted MongoDB. */
const LOGIN_FAILED = 8_000;

/** Of a failed connection to MongoDB. The driver hides the code of a broken TLS connection in the states of its servers. */
export const mongoRefusal = (cause: unknown): string | null => {
  const { code, reason } = cause as Failure & {
    readonly reason?: {
      readonly servers?: ReadonlyMap<string, { readonly error?: { cause?: Failure } | null }>;
    };
  };
  if (code === AUTHENTICATION_FAILED || code === LOGIN_FAILED)
    return `MongoDB refuses the login (${code}): put the name and the password that it has into MONGODB_URL`;
  const names = { ca: 'tlsCAFile in MONGODB_URL', own: 'tlsCertificateKeyFile in MONGODB_URL' };
  for (const [server, { error }] of reason?.servers ?? []) {
    const refusal = tlsRefusal(`MongoDB at ${server}`, String(error?.cause?.code ?? ''), names);
    if (refusal) return refusal;
  }
  return null;
};

const found = (pattern: RegExp, text: string): string | undefined => pattern.exec(text)?.[1];

/** Of a failed connection to Temporal at `address`, whose client has words in place of codes. */
export const temporalRefusal = (cause: unknown, address: string): string | null => {
  const text = cause instanceof Error ? `${cause.message} ${cause.cause ?? ''}` : String(cause);
  const what = `Temporal at ${address}`;
  const fault = found(/InvalidCertificate\((\w+)/, text);
  if (fault === 'Expired') return `the certificate of ${what} has expired: renew it there`;
  if (fault)
    return `the certificate of ${what} is not trusted (${fault}): set TEMPORAL_TLS_CA to whose certificate it is, and TEMPORAL_TLS_SERVER_NAME to a name that stands in it`;
  const alert = found(/AlertReceived\((\w+)/, text);
  if (alert)
    return `${what} refuses our certificate (${alert}): set TEMPORAL_TLS_CERTIFICATE with TEMPORAL_TLS_KEY to a valid one`;
  const refusal = found(/\b(Unauthenticated|PermissionDenied|UNAUTHENTICATED|PERMISSION_DENIED)\b/, text);
  if (refusal)
    return `${what} refuses this process (${refusal}): set TEMPORAL_API_KEY to a key that it knows`;
  const namespace = found(/Namespace (\S+) (?:is|was) not found/i, text);
  return namespace === undefined
    ? null
    : `${what} has no namespace ${namespace}: make it, or set TEMPORAL_NAMESPACE`;
};

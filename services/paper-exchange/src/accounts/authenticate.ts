// Authenticates a signed request by key, time and signature, in the exchange's order and with its refusals.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { refuse } from '../requests/api-error.ts';
import type { Parameters } from '../requests/parameters.ts';
import type { Account } from './account.ts';

const KEY = /^[A-Za-z0-9]{64}$/;
const SIGNATURE = /^[A-Fa-f0-9]{64}$/;
const WINDOW_MS_DEFAULT = 5_000;
const WINDOW_MS_MAX = 60_000;
/** A request may be this much ahead of the exchange's clock. */
const AHEAD_MS_MAX = 1_000;

export interface SignedRequest {
  readonly apiKey: string | undefined;
  /** Query string and body as they were sent. */
  readonly sent: string;
  readonly parameters: Parameters;
}

export interface Authority {
  readonly accounts: ReadonlyMap<string, Account>;
  isRevoked(apiKey: string): boolean;
  readonly nowMs: number;
  /** Where time runs faster, requests are late or early by so much more of it. */
  readonly speed: number;
}

/** The account that signed the request; throws the exchange's refusal. */
export const authenticate = (request: SignedRequest, authority: Authority): Account => {
  const { parameters, apiKey = '' } = request;
  if (!KEY.test(apiKey)) throw refuse.keyFormat();
  const signature = parameters.optional('signature', SIGNATURE);
  const sentMs = parameters.wholeNumber('timestamp');
  const windowMs = parameters.wholeNumber('recvWindow') ?? WINDOW_MS_DEFAULT;
  if (sentMs === undefined) throw refuse.missing('timestamp');
  if (signature === undefined) throw refuse.missing('signature');
  if (windowMs > WINDOW_MS_MAX) throw refuse.windowTooLong();
  const account = authority.accounts.get(apiKey);
  if (!account || authority.isRevoked(apiKey)) throw refuse.key();
  checkTime(sentMs, windowMs, authority);
  if (!isSignedBy(account, request.sent, signature)) throw refuse.signature();
  return account;
};

const checkTime = (sentMs: number, windowMs: number, { nowMs, speed }: Authority): void => {
  const pace = Math.max(1, speed);
  if (sentMs >= nowMs + AHEAD_MS_MAX * pace) throw refuse.early();
  if (nowMs - sentMs > windowMs * pace) throw refuse.late();
};

/** The signature covers all that was sent but itself. */
const isSignedBy = ({ apiSecret }: Account, sent: string, signature: string): boolean => {
  const payload = sent.replace(/&?signature=[A-Fa-f0-9]*/, '');
  const expected = createHmac('sha256', apiSecret).update(payload).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
};

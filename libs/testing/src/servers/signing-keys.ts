// The signatures of tests: each kind of process has its key, and a test may sign for any of them.
import { generateKeyPairSync } from 'node:crypto';
import { BUS_USERS, type BusUser } from '@tradeium/contracts';
import { openSignatures, SIGNATURE_HEADER, type Signatures, signedCommit } from '@tradeium/event-store';
import { headers, type MsgHdrs, type NatsConnection } from 'nats';

const PAIRS = BUS_USERS.map((user) => ({ user, ...generateKeyPairSync('ed25519') }));

const PUBLIC = PAIRS.map(
  ({ user, publicKey }) => `${user}:${publicKey.export({ format: 'der', type: 'spki' }).toString('base64')}`,
).join(' ');

const PRIVATE = new Map(
  PAIRS.map(({ user, privateKey }) => [
    user,
    privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  ]),
);

/** The settings with which a process of a test signs. */
export const signingKeys = (user: BusUser): { SIGNING_KEY: string; SIGNING_PUBLIC_KEYS: string } => ({
  SIGNING_KEY: PRIVATE.get(user) ?? '',
  SIGNING_PUBLIC_KEYS: PUBLIC,
});

/**
 * Signs as the owner of the content, because a test writes in place of any process. Accepts everything, so that a test can plant
 * what it likes, unless `checks`.
 */
export const testSignatures = ({ checks = false } = {}): Signatures => {
  const opened = new Map(
    BUS_USERS.map((user) => [user, openSignatures(user, PRIVATE.get(user) ?? '', PUBLIC)]),
  );
  const of = (user: string): Signatures =>
    opened.get(user as BusUser) ?? (opened.get('operator') as Signatures);
  return {
    sign: (content) => of(content.by).sign(content),
    isRight: async (content, signature) => !checks || of(content.by).isRight(content, signature),
    secretName: (by, text) => of(by).secretName(by, text),
  };
};

const signatures = testSignatures();

/** The headers of a commit, signed by the service that owns the aggregate. */
export const commitHeaders = (subject: string, text: string, previous: number): MsgHdrs => {
  const header = headers();
  header.set('Nats-Expected-Last-Subject-Sequence', String(previous));
  header.set(SIGNATURE_HEADER, signatures.sign(signedCommit(subject, previous, Buffer.from(text))));
  return header;
};

/** Bypasses the store to write any bytes as a commit, signed by the service that owns the aggregate; returns its sequence. */
export const publishSigned = async (
  nc: NatsConnection,
  subject: string,
  text: string,
  previous: number,
): Promise<number> => {
  const header = commitHeaders(subject, text, previous);
  return (await nc.jetstream().publish(subject, text, { headers: header })).seq;
};

/** The same after the aggregate's last commit. */
export const plantMessage = async (nc: NatsConnection, subject: string, text: string): Promise<void> => {
  const manager = await nc.jetstreamManager({ checkAPI: false });
  const stream = await manager.streams.find(subject);
  const last = await manager.streams.getMessage(stream, { last_by_subj: subject }).catch(() => null);
  await publishSigned(nc, subject, text, last?.seq ?? 0);
};

// As whom a connection to NATS acts: its user's name is in front of what processes of one kind keep, and it signs what it writes.
import type { NatsConnection } from 'nats';
import type { Signatures } from './signatures.ts';

/** Something on NATS that its writer had no right to; it is passed over. */
export type Forged = {
  readonly kind: 'commit' | 'request' | 'reply' | 'value';
  readonly subject: string;
  readonly sequence?: number;
};

export type BusIdentity = {
  /** The kind of process, which is also the user's name at NATS. */
  readonly user?: string;
  /** Without them, as in tests of the store alone, nothing is signed, and what others write is not checked. */
  readonly signatures?: Signatures;
  /** Hears of what was passed over. */
  readonly onForged?: (forged: Forged) => void;
};

const NOBODY: BusIdentity = {};
const identities = new WeakMap<NatsConnection, BusIdentity>();

/** Notes as whom a connection acts, before anything is done with it. */
export const actAs = (nc: NatsConnection, identity: BusIdentity): void => void identities.set(nc, identity);

/** As whom a connection acts; as nobody unless something else was said. */
export const identityOf = (nc: NatsConnection): BusIdentity => identities.get(nc) ?? NOBODY;

/** The name of a thing that only processes of the connection's kind have: the rights at NATS begin with it. */
export const ownName = (nc: NatsConnection, name: string): string => {
  const { user } = identityOf(nc);
  return user === undefined ? name : `${user}.${name}`;
};

// As whom a connection to NATS acts: what processes of one kind keep and say to one another has their user's name in front.
import type { NatsConnection } from 'nats';

export type BusIdentity = {
  /** The kind of process, which is also the user's name at NATS. */
  readonly user: string;
};

const identities = new WeakMap<NatsConnection, BusIdentity>();

/** Notes as whom a connection acts, before anything is done with it. */
export const actAs = (nc: NatsConnection, identity: BusIdentity): void => void identities.set(nc, identity);

/** Undefined for a connection that acts for nobody, as in tests of the store alone. */
export const identityOf = (nc: NatsConnection): BusIdentity | undefined => identities.get(nc);

/** The name of a thing that only processes of the connection's kind have: the rights at NATS begin with it. */
export const ownName = (nc: NatsConnection, name: string): string => {
  const user = identityOf(nc)?.user;
  return user === undefined ? name : `${user}.${name}`;
};

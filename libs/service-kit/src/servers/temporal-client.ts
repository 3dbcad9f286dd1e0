// A Temporal client created on first use, so that a service without workflows never loads it.
import type { Client } from '@temporalio/client';
import type { Lifetime } from '../process/lifetime.ts';
import { type TemporalAccess, temporalConnectionParts } from '../settings/server-access.ts';

/** Its calls reject while Temporal is down, and work as soon as it answers. */
export const lazyTemporalClient = (access: TemporalAccess, lifetime: Lifetime): (() => Promise<Client>) => {
  let made: Promise<Client> | undefined;
  const make = async (): Promise<Client> => {
    const { Client, Connection } = await import('@temporalio/client');
    const connection = Connection.lazy({ ...temporalConnectionParts(access), connectTimeout: '5s' });
    lifetime.onStop('temporal', () => connection.close());
    return new Client({ connection, namespace: access.TEMPORAL_NAMESPACE });
  };
  return () => {
    made ??= make();
    return made;
  };
};

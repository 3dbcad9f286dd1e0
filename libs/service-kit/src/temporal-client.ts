// A Temporal client created on first use, so that a service without workflows never loads it.
import type { Client } from '@temporalio/client';
import type { CommonConfig } from './config.ts';
import type { Lifetime } from './lifetime.ts';

/** Its calls reject while Temporal is down, and work as soon as it answers. */
export const lazyTemporalClient = (
  { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace }: CommonConfig,
  lifetime: Lifetime,
): (() => Promise<Client>) => {
  let made: Promise<Client> | undefined;
  const make = async (): Promise<Client> => {
    const { Client, Connection } = await import('@temporalio/client');
    const connection = Connection.lazy({ address, connectTimeout: '5s' });
    lifetime.onStop('temporal', () => connection.close());
    return new Client({ connection, namespace });
  };
  return () => {
    made ??= make();
    return made;
  };
};

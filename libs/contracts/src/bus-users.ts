// Who connects to NATS: one user for each kind of process.
import { SERVICE_NAMES } from './services.ts';

/** The kinds of processes on NATS, each with a user and a key of its own. The operator declares streams and sends commands by hand. */
export const BUS_USERS = ['gateway', ...SERVICE_NAMES, 'operator'] as const;
export type BusUser = (typeof BUS_USERS)[number];

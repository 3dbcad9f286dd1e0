// A stream that the gateway writes itself.
import type { StreamWork } from '@tradeium/service-kit';

/** Makes the work of a stream for a user. */
export type StreamSource = (userId: string | undefined) => StreamWork;

// A stream that the gateway writes itself.
import type { StreamWork } from '@tradeium/service-kit';
import type { Session } from '../sessions/session.ts';

/** Makes the work of a stream for a session. */
export type StreamSource = (session: Session | undefined) => StreamWork;

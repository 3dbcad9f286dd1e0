// The stream of account updates, as events of this browser.
import type { AccountUpdate } from '@tradeium/contracts';
import { requestOf } from './endpoints.ts';
import { type EventStream, openEventStream } from './event-stream.ts';

/**
 * `opened`: no update is missed from here on, but one may have been missed before. `alive`: a sign of life. `refused`: the
 * server answers, but not with a stream.
 */
export type StreamNews =
  | { readonly type: 'opened' | 'alive' | 'lost' | 'refused' }
  | { readonly type: 'update'; readonly update: AccountUpdate };

/** The update that an event carries; null for anything else. */
export const updateOf = (data: string): AccountUpdate | null => {
  try {
    const { topic, backtest_id = null } = JSON.parse(data) as Partial<AccountUpdate>;
    return topic === undefined ? null : { topic, backtest_id };
  } catch {
    return null;
  }
};

/** Opens the stream of the signed-in user and keeps it open until it is closed. */
export const openAccountStream = (report: (news: StreamNews) => void): EventStream =>
  openEventStream(requestOf('watchAccount', undefined), {
    onOpened: () => report({ type: 'opened' }),
    onAlive: () => report({ type: 'alive' }),
    onEvent: ({ event, data }) => {
      const update = event === undefined ? updateOf(data) : null;
      report(update ? { type: 'update', update } : { type: 'alive' });
    },
    onLost: () => report({ type: 'lost' }),
    onRefused: () => report({ type: 'refused' }),
  });

// One stream of account updates that is opened again whenever it breaks: later each time, at once when there is a network.
import type { AccountUpdate } from '@tradeium/contracts';

/**
 * `opened`: nothing is missed from here on, but something may have been before. `alive`: a sign of life. `refused`: the
 * server answers, with something else than a stream.
 */
export type StreamNews =
  | { readonly type: 'opened' | 'alive' | 'lost' | 'refused' }
  | { readonly type: 'update'; readonly update: AccountUpdate };

export type AccountStream = {
  /** Tries at once instead of later. */
  retryNow(): void;
  close(): void;
};

/** The server gives a sign of life every 15 s: a connection without one is dead, though the browser may not know. */
export const SILENCE_MS = 40_000;
const FIRST_PAUSE_MS = 1_000;
const PAUSE_MAX_MS = 15_000;

/** The pause before the n-th attempt (from 1), 1 to 15 s; `chance` 0..1 spreads those who all lost it at once. */
export const retryPauseMs = (attempt: number, chance: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), PAUSE_MAX_MS / 1.5) * (1 + chance / 2);

/** The update that an event carries; null for anything else. */
export const updateOf = (data: unknown): AccountUpdate | null => {
  if (typeof data !== 'string') return null;
  try {
    const { topic, backtest_id = null } = JSON.parse(data) as Partial<AccountUpdate>;
    return topic === undefined ? null : { topic, backtest_id };
  } catch {
    return null;
  }
};

/** Opens the stream at `url` and keeps it open until it is closed. */
export const openAccountStream = (url: string, tell: (news: StreamNews) => void): AccountStream => {
  let source: EventSource | undefined;
  let attempt = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const letGo = () => {
    clearTimeout(retry);
    clearTimeout(silence);
    source?.close();
    source = undefined;
  };
  const fail = (type: 'lost' | 'refused') => {
    letGo();
    attempt += 1;
    retry = setTimeout(open, retryPauseMs(attempt, Math.random()));
    tell({ type });
  };
  const lost = () => fail('lost');
  const noteLife = () => {
    clearTimeout(silence);
    silence = setTimeout(lost, SILENCE_MS);
  };
  const open = () => {
    letGo();
    const opening = new EventSource(url);
    source = opening;
    noteLife();
    opening.onopen = () => {
      attempt = 0;
      noteLife();
      tell({ type: 'opened' });
    };
    opening.addEventListener('heartbeat', () => {
      noteLife();
      tell({ type: 'alive' });
    });
    opening.onmessage = ({ data }) => {
      noteLife();
      const update = updateOf(data);
      if (update) tell({ type: 'update', update });
    };
    // The browser gives up by itself only where the server has answered.
    opening.onerror = () => fail(opening.readyState === EventSource.CLOSED ? 'refused' : 'lost');
  };

  window.addEventListener('online', open);
  window.addEventListener('offline', lost);
  open();
  return {
    retryNow: open,
    close: () => {
      window.removeEventListener('online', open);
      window.removeEventListener('offline', lost);
      letGo();
    },
  };
};

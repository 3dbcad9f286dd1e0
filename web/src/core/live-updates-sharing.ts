// One stream for all tabs of a browser, because HTTP/1.1 gives a browser only six connections to a server.
import { type EventStream, SILENCE_MS } from './event-stream.ts';
import type { StreamNews } from './live-updates-stream.ts';

type Open = (onNews: (news: StreamNews) => void) => EventStream;
/** The requests of tabs without the stream to the one that has it. */
type Request = { readonly type: 'joined' } | { readonly type: 'retry' };

/** Longer than the stream itself takes to notice: then the tab that has it sleeps, and another one takes over. */
const LEADER_SILENCE_MS = SILENCE_MS + 10_000;

const isVisible = () => document.visibilityState === 'visible';

/**
 * Where tabs can't share one (no secure context, an old browser), each visible tab has its own stream.
 * A tab that becomes visible again reopens it, and so refetches everything.
 */
const whileVisible = (open: Open, hear: (news: StreamNews) => void): EventStream => {
  let stream: EventStream | undefined;
  const follow = () => {
    if (isVisible()) stream ??= open(hear);
    else {
      stream?.close();
      stream = undefined;
    }
  };
  document.addEventListener('visibilitychange', follow);
  follow();
  return {
    retryNow: () => stream?.retryNow(),
    close: () => {
      document.removeEventListener('visibilitychange', follow);
      stream?.close();
    },
  };
};

type Turns = {
  /** Takes the lock from its present owner. */
  steal(): void;
  stop(): void;
};

/** Waits for a lock and leads until it is taken away; then it waits again. */
const takeTurns = (name: string, { lead, follow }: { lead(): void; follow(): void }): Turns => {
  let turn = new AbortController();
  const wait = (how?: { steal: true }) => {
    turn.abort();
    const mine = new AbortController();
    turn = mine;
    const held = () => {
      if (mine.signal.aborted) return;
      lead();
      return new Promise<void>((resolve) => mine.signal.addEventListener('abort', () => resolve()));
    };
    navigator.locks
      .request(name, how ?? { signal: mine.signal }, held)
      .catch(() => undefined)
      .then(() => {
        if (mine.signal.aborted) return;
        follow();
        wait();
      });
  };
  wait();
  return { steal: () => wait({ steal: true }), stop: () => turn.abort() };
};

/** Of the tabs that share a name, one holds the stream and passes its events on to the others. */
const amongTabs = (name: string, open: Open, hear: (news: StreamNews) => void): EventStream => {
  const channel = new BroadcastChannel(name);
  let stream: EventStream | undefined;
  let isLost = false;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const lead = () => {
    clearTimeout(silence);
    stream = open((news) => {
      isLost = news.type === 'lost' || news.type === 'refused';
      hear(news);
      channel.postMessage(news);
    });
  };
  const follow = () => {
    stream?.close();
    stream = undefined;
    clearTimeout(silence);
    silence = setTimeout(() => (isVisible() ? turns.steal() : follow()), LEADER_SILENCE_MS);
  };
  channel.onmessage = ({ data }: MessageEvent<StreamNews | Request>) => {
    if (data.type === 'retry') stream?.retryNow();
    else if (data.type === 'joined') {
      if (stream) channel.postMessage({ type: isLost ? 'lost' : 'alive' } satisfies StreamNews);
    } else if (!stream) {
      follow();
      hear(data);
    }
  };

  follow();
  const turns = takeTurns(name, { lead, follow });
  channel.postMessage({ type: 'joined' } satisfies Request);
  return {
    retryNow: () => (stream ? stream.retryNow() : channel.postMessage({ type: 'retry' } satisfies Request)),
    close: () => {
      turns.stop();
      clearTimeout(silence);
      stream?.close();
      channel.close();
    },
  };
};

/** Opens a stream that the tabs of a browser share under this name. */
export const shareStream = (name: string, open: Open, hear: (news: StreamNews) => void): EventStream =>
  navigator.locks && 'BroadcastChannel' in globalThis
    ? amongTabs(name, open, hear)
    : whileVisible(open, hear);

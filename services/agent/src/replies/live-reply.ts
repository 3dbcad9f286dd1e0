// A reply that this process is writing: what has happened so far, for any number of readers, and how it is stopped.
import type { ChatEvent } from '@tradeium/contracts';
import { EMPTY_DRAFT, type ReplyDraft, type ReplyReference, withResult, withStep } from './reply-draft.ts';

/** The user wants no more of it, or this process ends. */
export type StopReason = 'stopped' | 'interrupted';

export type LiveReply = ReplyReference & {
  /** Aborted when it is stopped. */
  readonly signal: AbortSignal;
  readonly stopReason: () => StopReason | undefined;
  stop(reason: StopReason): void;
  draft(): ReplyDraft;
  /** Changes what readers do not see. */
  note(change: (draft: ReplyDraft) => ReplyDraft): void;
  /** Adds an event for all readers, and to the draft. */
  tell(event: ChatEvent): void;
  /** No event follows. */
  end(): void;
  /** All events from the first on, until the reply has ended or the reader leaves. */
  follow(reader: AbortSignal): AsyncIterable<ChatEvent>;
  readonly ended: Promise<void>;
};

/** Joined chunks stay far below what a stream takes in one piece. */
const JOINED_CHARACTERS_MAX = 16_000;

const drafted = (draft: ReplyDraft, event: ChatEvent): ReplyDraft => {
  switch (event.type) {
    case 'chunk':
      return { ...draft, text: draft.text + event.content };
    case 'step': {
      const { type: _, ...step } = event;
      return withStep(draft, step);
    }
    case 'result': {
      const { type: _, ...result } = event;
      return withResult(draft, result);
    }
    case 'notice':
      return { ...draft, notices: [...draft.notices, event.text] };
    default:
      return draft;
  }
};

/** The next event, with the chunks that follow it in one: a reader that is late gets fewer and larger ones. */
const nextJoined = (events: readonly ChatEvent[], at: number): { event: ChatEvent; next: number } => {
  const event = events[at] as ChatEvent;
  if (event.type !== 'chunk') return { event, next: at + 1 };
  let content = event.content;
  let next = at + 1;
  for (; next < events.length; next += 1) {
    const more = events[next];
    if (more?.type !== 'chunk' || content.length + more.content.length > JOINED_CHARACTERS_MAX) break;
    content += more.content;
  }
  return { event: { type: 'chunk', content }, next };
};

export const openLiveReply = (reference: ReplyReference): LiveReply => {
  const stopping = new AbortController();
  const ended = Promise.withResolvers<void>();
  const events: ChatEvent[] = [];
  let arrived = Promise.withResolvers<void>();
  let draft = EMPTY_DRAFT;
  let reason: StopReason | undefined;
  let isOver = false;
  const wake = () => {
    arrived.resolve();
    arrived = Promise.withResolvers();
  };

  return {
    ...reference,
    signal: stopping.signal,
    stopReason: () => reason,
    stop: (why) => {
      reason ??= why;
      stopping.abort();
    },
    draft: () => draft,
    note: (change) => {
      draft = change(draft);
    },
    tell: (event) => {
      draft = drafted(draft, event);
      events.push(event);
      wake();
    },
    end: () => {
      isOver = true;
      wake();
      ended.resolve();
    },
    async *follow(reader) {
      const left = Promise.withResolvers<void>();
      reader.addEventListener('abort', () => left.resolve(), { once: true });
      for (let at = 0; !reader.aborted; ) {
        if (at < events.length) {
          const { event, next } = nextJoined(events, at);
          at = next;
          yield event;
        } else if (isOver) return;
        else await Promise.race([arrived.promise, left.promise]);
      }
    },
    ended: ended.promise,
  };
};

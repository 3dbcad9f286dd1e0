// A reply that this process is writing: what has happened so far, for any number of readers, and how it is stopped.
import type { ChatEvent } from '@tradeium/contracts';
import { EMPTY_DRAFT, type ReplyDraft, type ReplyReference, withResult, withStep } from './reply-draft.ts';
import { BEGINNING, findPlace, placeAfter, type ReplyPlace } from './reply-place.ts';

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
  /**
   * Removes the text from this character on and returns it, unless that is blank. The next event must be of another kind, so
   * that no place in the removed text is one in the text that follows.
   */
  unsay(from: number): string;
  /** No event follows. */
  end(): void;
  /**
   * All events after a place, until the reply has ended or the reader leaves; from the first on where there is no such
   * place, or text was removed. A late reader gets all chunks so far as one.
   */
  follow(reader: AbortSignal, after?: ReplyPlace): AsyncIterable<ReplyEvent>;
  readonly ended: Promise<void>;
};

/** An event, and where its reader is with it. */
export type ReplyEvent = { readonly event: ChatEvent; readonly place: ReplyPlace };

/** Joined chunks stay far below what a stream takes in one piece. */
const JOINED_CHARACTERS_MAX = 16_000;
/** Short chunks are kept together up to this length: each alone takes many times the memory of its text. */
const KEPT_CHARACTERS = 1_000;

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

/** An event, and how much of it a reader has. */
type Cursor = { readonly at: number; readonly characters: number };

/** The next event, with the chunks that follow it in one: a reader that is late gets fewer and larger ones. */
const nextJoined = (
  events: readonly ChatEvent[],
  { at, characters }: Cursor,
): { readonly event: ChatEvent; readonly next: Cursor } | undefined => {
  const event = events[at];
  if (event?.type !== 'chunk') return event && { event, next: { at: at + 1, characters: 0 } };
  let content = event.content.slice(characters);
  let next = { at, characters: event.content.length };
  for (let more = events[at + 1]; more?.type === 'chunk'; more = events[next.at + 1]) {
    if (content.length + more.content.length > JOINED_CHARACTERS_MAX) break;
    content += more.content;
    next = { at: next.at + 1, characters: more.content.length };
  }
  if (content === '') return nextJoined(events, { at: next.at + 1, characters: 0 });
  return { event: { type: 'chunk', content }, next };
};

/** Adds an event; a short chunk goes to the one before it. */
const append = (events: ChatEvent[], event: ChatEvent): void => {
  const last = events.at(-1);
  const isShort = event.type === 'chunk' && last?.type === 'chunk' && last.content.length < KEPT_CHARACTERS;
  if (isShort) events[events.length - 1] = { type: 'chunk', content: last.content + event.content };
  else events.push(event);
};

/** The events without the text from this character on. */
const withoutText = (events: readonly ChatEvent[], from: number): ChatEvent[] => {
  let left = from;
  return events.flatMap((event): ChatEvent[] => {
    if (event.type !== 'chunk') return [event];
    const content = event.content.slice(0, left);
    left -= content.length;
    return content === '' ? [] : [{ type: 'chunk', content }];
  });
};

export const openLiveReply = (reference: ReplyReference): LiveReply => {
  const stopping = new AbortController();
  const ended = Promise.withResolvers<void>();
  let events: ChatEvent[] = [];
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
      append(events, event);
      wake();
    },
    unsay: (from) => {
      const text = draft.text.slice(from);
      if (text.trim() === '') return '';
      draft = { ...draft, text: draft.text.slice(0, from) };
      events = withoutText(events, from);
      wake();
      return text;
    },
    end: () => {
      isOver = true;
      wake();
      ended.resolve();
    },
    async *follow(reader, after = BEGINNING) {
      let followed = events;
      const found = findPlace(events, after);
      let cursor: Cursor = found ?? { at: 0, characters: 0 };
      let place = found ? after : BEGINNING;
      reader.addEventListener('abort', wake, { once: true });
      while (!reader.aborted) {
        if (followed !== events) {
          followed = events;
          cursor = { at: 0, characters: 0 };
          place = BEGINNING;
        }
        const joined = nextJoined(events, cursor);
        if (joined) {
          cursor = joined.next;
          place = placeAfter(place, joined.event);
          yield { event: joined.event, place };
        } else if (isOver) return;
        else await arrived.promise;
      }
    },
    ended: ended.promise,
  };
};

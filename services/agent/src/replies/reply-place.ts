// How far a reader of a reply has read, so that a returning reader gets the rest, whatever holds the reply by then. Pure.
import type { ChatEvent } from '@tradeium/contracts';

/** The reader's place in a reply: characters of the text, notices, and events of other kinds. */
export type ReplyPlace = {
  readonly characters: number;
  readonly notices: number;
  readonly others: number;
};

const PLACE = /^(\d{1,9})-(\d{1,9})-(\d{1,9})$/;

export const BEGINNING: ReplyPlace = { characters: 0, notices: 0, others: 0 };

export const placeText = ({ characters, notices, others }: ReplyPlace): string =>
  `${characters}-${notices}-${others}`;

/** The place that a reader names; the beginning if it names none that is one. */
export const replyPlaceOf = (text: string | undefined): ReplyPlace => {
  const [, characters, notices, others] = PLACE.exec(text ?? '') ?? [];
  return characters === undefined
    ? BEGINNING
    : { characters: Number(characters), notices: Number(notices), others: Number(others) };
};

/** Where a reader is once it has this event, too. */
export const placeAfter = (place: ReplyPlace, event: ChatEvent): ReplyPlace => {
  if (event.type === 'chunk') return { ...place, characters: place.characters + event.content.length };
  return event.type === 'notice'
    ? { ...place, notices: place.notices + 1 }
    : { ...place, others: place.others + 1 };
};

const isSame = (one: ReplyPlace, other: ReplyPlace): boolean =>
  one.characters === other.characters && one.notices === other.notices && one.others === other.others;

/** The event that a place lies before, and how much of that the reader has; undefined when these events have no such place. */
export const findPlace = (
  events: readonly ChatEvent[],
  sought: ReplyPlace,
): { readonly at: number; readonly characters: number } | undefined => {
  let place = BEGINNING;
  for (const [at, event] of events.entries()) {
    if (isSame(place, sought)) return { at, characters: 0 };
    const next = placeAfter(place, event);
    const characters = sought.characters - place.characters;
    const isIn = characters > 0 && sought.characters < next.characters;
    if (isIn && isSame({ ...place, characters: sought.characters }, sought)) return { at, characters };
    place = next;
  }
  return isSame(place, sought) ? { at: events.length, characters: 0 } : undefined;
};

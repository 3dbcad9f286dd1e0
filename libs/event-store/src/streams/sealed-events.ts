// Seals a user's words in events when they are written, and opens them when they are read.
import {
  type AggregateEvents,
  type Commit,
  type EventKey,
  type EventSealing,
  type RawEvent,
  SEALED,
} from '@tradeium/contracts';

type Source = AggregateEvents<unknown>;

/** A sealed text opens only in the event that it was sealed for. */
const eventPlaceOf = ({ context, name }: Source, id: string, type: string): string =>
  `${context}.${name}.${id}.${type}`;

/** The user whose words an event holds. */
export const userOf = ({ type, data: { userId } }: RawEvent): string => {
  if (typeof userId !== 'string') throw new Error(`${type} does not say whose words it holds`);
  return userId;
};

const sealEvent = async (source: Source, sealing: EventSealing, id: string, event: RawEvent) => {
  const words = source.personal?.[event.type];
  if (!words) return event;
  const key = await sealing.ensure(userOf(event));
  const entries = Object.entries(event.data);
  const personal = Object.fromEntries(entries.filter(([field]) => Object.hasOwn(words, field)));
  const rest = Object.fromEntries(entries.filter(([field]) => !Object.hasOwn(words, field)));
  const sealed = key.seal(eventPlaceOf(source, id, event.type), JSON.stringify(personal));
  return { type: `${event.type}${SEALED}`, data: { ...rest, sealed } };
};

/** The commit as it is stored. */
export const sealCommit = async (source: Source, id: string, content: Commit): Promise<Commit> => {
  const { sealing } = source;
  if (!sealing || !source.personal) return content;
  const events = await Promise.all(content.events.map((event) => sealEvent(source, sealing, id, event)));
  return { ...content, events };
};

/** The event as it was before it was sealed; without a key its personal fields say nothing. */
export const unsealEvent = (
  source: Source,
  id: string,
  event: RawEvent,
  key: EventKey | null = null,
): RawEvent => {
  if (!event.type.endsWith(SEALED)) return event;
  const type = event.type.slice(0, -SEALED.length);
  const words = source.personal?.[type];
  if (!words) return event;
  const { sealed, ...rest } = event.data;
  const personal = key ? JSON.parse(key.unseal(eventPlaceOf(source, id, type), String(sealed))) : words;
  return { type, data: { ...rest, ...personal } };
};

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

/** A text that was sealed with a data key. No user's words look like this, as far as they were ever stored in the clear. */
const SEALED_TEXT = /^(?:v1|v2\.[\w-]{8})\.[\w-]{16}\.[\w-]+$/;

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

/** An event whose fields were sealed one by one, opened; and whether there was anything to open. */
const openFields = (source: Source, event: RawEvent, key: EventKey | null) => {
  const words = source.personal?.[event.type];
  if (!words || !source.openFields) return { event, wasSealed: false };
  let wasSealed = false;
  const opened = source.openFields(event, (name, text) => {
    if (!SEALED_TEXT.test(text)) return text;
    wasSealed = true;
    return key?.unseal(name, text) ?? null;
  });
  const silent = { ...event, data: { ...event.data, ...words } };
  return { event: wasSealed && !key ? silent : opened, wasSealed };
};

/** True if a user's words in the event take the key to be read. */
export const takesKey = (source: Source, event: RawEvent): boolean =>
  event.type.endsWith(SEALED) || openFields(source, event, null).wasSealed;

/** The event as it was before it was sealed; without a key its personal fields say nothing. */
export const unsealEvent = (
  source: Source,
  id: string,
  event: RawEvent,
  key: EventKey | null = null,
): RawEvent => {
  const type = event.type.endsWith(SEALED) ? event.type.slice(0, -SEALED.length) : event.type;
  if (type === event.type) return openFields(source, event, key).event;
  const words = source.personal?.[type];
  if (!words) return event;
  const { sealed, ...rest } = event.data;
  const personal = key ? JSON.parse(key.unseal(eventPlaceOf(source, id, type), String(sealed))) : words;
  return { type, data: { ...rest, ...personal } };
};

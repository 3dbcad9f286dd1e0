// Takes the data out of server-sent events, however their bytes are cut. Pure.
import { ModelBroken } from './model.ts';

/** Far more than a chunk of any model; without a limit a server could fill the memory with one. */
const EVENT_CHARACTERS_MAX = 4 * 1024 * 1024;

export type EventData = {
  /** The data of the events that these bytes complete. */
  readonly add: (bytes: Uint8Array) => string[];
  /** The data of an event that came without the blank line after it. */
  readonly end: () => string[];
};

/** The value of a `data` field; undefined for other fields and comments. */
const dataIn = (line: string): string | undefined => {
  if (!line.startsWith('data:')) return undefined;
  return line.slice(line[5] === ' ' ? 6 : 5);
};

/** Lines end with LF or CRLF. */
export const openEventData = (): EventData => {
  const decoder = new TextDecoder();
  /** Of an event that is not complete: its fields, and the line that has not ended. */
  let fields: string[] = [];
  let line = '';
  let characters = 0;

  const endLine = (ended: string): void => {
    const data = dataIn(ended.endsWith('\r') ? ended.slice(0, -1) : ended);
    if (data !== undefined) fields.push(data);
    characters += data?.length ?? 0;
  };
  const endEvent = (): string[] => {
    const event = fields.length > 0 ? [fields.join('\n')] : [];
    fields = [];
    characters = 0;
    return event;
  };

  return {
    add: (bytes) => {
      const lines = (line + decoder.decode(bytes, { stream: true })).split('\n');
      line = lines.pop() ?? '';
      const events: string[] = [];
      for (const ended of lines) {
        if (ended !== '' && ended !== '\r') endLine(ended);
        else events.push(...endEvent());
      }
      if (characters + line.length > EVENT_CHARACTERS_MAX)
        throw new ModelBroken('an event of the model server is too long');
      return events;
    },
    end: () => {
      endLine(line + decoder.decode());
      line = '';
      return endEvent();
    },
  };
};

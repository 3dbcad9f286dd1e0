// A copy of what is logged, without secrets and of a bounded size, whatever it is.
import { stdSerializers } from 'pino';
import { isSecretName, MASK, maskedText } from './masked-text.ts';

/** Deeper values are left out: nothing that is logged on purpose lies so deep. */
const DEPTH_MAX = 8;
/** Of one object or list, and of one line in all. */
const FIELDS_MAX = 100;
const VALUES_MAX = 1_000;
const TEXT_MAX = 8_000;
const CHARACTERS_MAX = 64_000;

/** The room that a line still has. */
type Room = { values: number; characters: number };

const maskedIn = (text: string, room: Room): string => {
  const short = maskedText(text, Math.min(TEXT_MAX, room.characters));
  room.characters = Math.max(0, room.characters - short.length);
  return short;
};

const leftOut = (count: number): string => `… (${count} in all)`;

/** Raw headers are one list of names and values. */
const maskedList = (list: readonly unknown[], depth: number, room: Room): unknown[] => {
  const shown = list.slice(0, FIELDS_MAX).map((each, index) => {
    const before = list[index - 1];
    const isNamed = typeof before === 'string' && typeof each === 'string' && isSecretName(before);
    return isNamed ? MASK : maskedValue(each, depth + 1, room);
  });
  return list.length > FIELDS_MAX ? [...shown, leftOut(list.length)] : shown;
};

const maskedFields = (names: readonly string[], of: (name: string) => unknown, depth: number, room: Room) => {
  const shown = names.slice(0, FIELDS_MAX).map((name) => {
    const inner = of(name);
    const isSecret =
      isSecretName(name) && inner !== null && inner !== undefined && typeof inner !== 'boolean';
    return [maskedIn(name, room), isSecret ? MASK : maskedValue(inner, depth + 1, room)];
  });
  const more = names.length > FIELDS_MAX ? [['…', leftOut(names.length)]] : [];
  return Object.fromEntries([...shown, ...more]) as Record<string, unknown>;
};

const maskedObject = (value: object, depth: number, room: Room): unknown => {
  if (Array.isArray(value)) return maskedList(value, depth, room);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (value instanceof Map) {
    const entries = new Map([...value].map(([name, inner]) => [String(name), inner as unknown]));
    return maskedFields([...entries.keys()], (name) => entries.get(name), depth, room);
  }
  if (value instanceof Error) return maskedObject({ ...stdSerializers.err(value) }, depth, room);
  if ('toJSON' in value && typeof value.toJSON === 'function')
    return maskedValue(value.toJSON() as unknown, depth + 1, room);
  return maskedFields(Object.keys(value), (name) => value[name as keyof typeof value], depth, room);
};

const maskedValue = (value: unknown, depth: number, room: Room): unknown => {
  if (typeof value === 'string') return maskedIn(value, room);
  if (typeof value === 'bigint') return maskedIn(`${value}`, room);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEPTH_MAX || room.values <= 0) return '[deep]';
  room.values -= 1;
  try {
    return maskedObject(value, depth, room);
  } catch (cause) {
    return `[cannot be logged: ${cause instanceof Error ? cause.name : 'it throws'}]`;
  }
};

/** The fields of a line and its message. Never throws. */
export const maskedLine = (fields: object, message: string): { fields: object; message: string } => {
  const room = { values: VALUES_MAX, characters: CHARACTERS_MAX };
  const short = maskedIn(`${message}`, room);
  const copy = maskedValue(fields, 0, room);
  if (typeof copy === 'object' && copy !== null && !Array.isArray(copy) && !(fields instanceof Error))
    return { fields: copy, message: short };
  return { fields: { [fields instanceof Error ? 'err' : 'fields']: copy }, message: short };
};

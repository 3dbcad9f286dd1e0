// Reads a stored event as today's: older versions are upcast, unknown fields dropped, unknown types and values reported as newer.
import type { AggregateEvents, RawEvent } from '@tradeium/contracts';
import type { z } from 'zod';

/** An event of a type, or with a value of a list, that this version does not know: a newer one wrote it and can read it. */
export class NewerEvent extends Error {}

type Issue = z.core.$ZodIssue;

/** Throws NewerEvent for an unknown type or value of a list, and zod's error for another event that does not fit its schema. */
export const readEvent = <Event>({ events, upcast }: AggregateEvents<Event>, written: RawEvent): Event => {
  const raw = upcast ? upcast(written) : written;
  const parsed = events.safeParse(raw);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  if (issues.some(({ path }) => path.length === 1 && path[0] === 'type'))
    throw new NewerEvent(`${written.type} is newer than this program`);
  if (issues.every(isUnknownField)) return events.parse(withoutFields(raw, issues));
  const unknown = issues.find((issue) => isUnknownValue(raw, issue));
  if (unknown && issues.every((issue) => isUnknownField(issue) || isUnknownValue(raw, issue)))
    throw new NewerEvent(`${written.type} is newer than this program: ${unknown.path.join('.')}`);
  throw parsed.error;
};

/** A word that is not in the list, or the mark of an unknown branch. As writers are strict, an older one never wrote it. */
const isUnknownValue = (event: RawEvent, { code, path }: Issue): boolean =>
  (code === 'invalid_value' || code === 'invalid_union') && isPlain(valueAt(event, path));

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

const valueAt = (event: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], event);

const isUnknownField = (issue: Issue): issue is z.core.$ZodIssueUnrecognizedKeys =>
  issue.code === 'unrecognized_keys';

/** A copy without the fields that a newer version has added. */
const withoutFields = (event: RawEvent, issues: readonly z.core.$ZodIssueUnrecognizedKeys[]): RawEvent => {
  const copy = structuredClone(event);
  for (const { path, keys } of issues) {
    const parent = valueAt(copy, path) as Record<string, unknown>;
    for (const key of keys) delete parent[key];
  }
  return copy;
};

// Reads a stored event as today's: older versions are upcast, unknown fields dropped, unknown types reported as newer.
import type { AggregateEvents, RawEvent } from '@tradeium/contracts';
import type { z } from 'zod';

/** An event of a type that this version of the program does not know: a newer one wrote it and can read it. */
export class NewerEvent extends Error {}

type Issue = z.core.$ZodIssue;

/** Throws NewerEvent for an unknown type, and zod's error for an event that does not fit its schema. */
export const readEvent = <Event>({ events, upcast }: AggregateEvents<Event>, written: RawEvent): Event => {
  const raw = upcast ? upcast(written) : written;
  const parsed = events.safeParse(raw);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  if (issues.some(({ path }) => path.length === 1 && path[0] === 'type'))
    throw new NewerEvent(`${written.type} is newer than this program`);
  if (!issues.every(isUnknownField)) throw parsed.error;
  return events.parse(withoutFields(raw, issues));
};

const isUnknownField = (issue: Issue): issue is z.core.$ZodIssueUnrecognizedKeys =>
  issue.code === 'unrecognized_keys';

/** A copy without the fields that a newer version has added. */
const withoutFields = (event: RawEvent, issues: readonly z.core.$ZodIssueUnrecognizedKeys[]): RawEvent => {
  const copy = structuredClone(event);
  for (const { path, keys } of issues) {
    const parent = path.reduce<unknown>(
      (value, key) => (value as Record<PropertyKey, unknown>)[key],
      copy,
    ) as Record<string, unknown>;
    for (const key of keys) delete parent[key];
  }
  return copy;
};

// Counts the event streams that each user has open on all gateways, so that nobody holds more than a route allows.
import type { Counts } from './counts.ts';

export type StreamPlaces = {
  /** Takes a place; returns the way to give it back, or undefined when all of them are taken. */
  take(route: string, reader: string, max: number): (() => void) | undefined;
  /** How many are taken. */
  open(route: string, reader: string): number;
};

const keyOf = (route: string, reader: string): string => `streams ${route} ${reader}`;

export const openStreamPlaces = (counts: Counts): StreamPlaces => ({
  open: (route, reader) => counts.total(keyOf(route, reader)),
  take: (route, reader, max) => {
    const key = keyOf(route, reader);
    if (counts.total(key) >= max) return undefined;
    counts.hold(key, 1);
    return () => counts.hold(key, -1);
  },
});

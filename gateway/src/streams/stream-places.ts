// Counts each user's open event streams on all gateways and enforces the route's limit.
import type { Counts } from '../limits/counts.ts';

export type StreamPlaces = {
  /** Takes a place; returns a function that releases it, or undefined when all are taken. */
  take(route: string, reader: string, max: number): (() => void) | undefined;
  /** The number of taken places. */
  open(route: string, reader: string): number;
};

const streamKeyOf = (route: string, reader: string): string => `streams ${route} ${reader}`;

export const openStreamPlaces = (counts: Counts): StreamPlaces => ({
  open: (route, reader) => counts.total(streamKeyOf(route, reader)),
  take: (route, reader, max) => {
    const key = streamKeyOf(route, reader);
    if (counts.total(key) >= max) return undefined;
    counts.hold(key, 1);
    return () => counts.hold(key, -1);
  },
});

// Counts the event streams that each user has open, so that nobody holds more of them than a route allows.

export type StreamPlaces = {
  /** Takes a place; returns the way to give it back, or undefined when all of them are taken. */
  take(route: string, reader: string, max: number): (() => void) | undefined;
  /** How many are taken. */
  open(route: string, reader: string): number;
};

export const openStreamPlaces = (): StreamPlaces => {
  const open = new Map<string, number>();
  return {
    open: (route, reader) => open.get(`${route} ${reader}`) ?? 0,
    take: (route, reader, max) => {
      const key = `${route} ${reader}`;
      const taken = open.get(key) ?? 0;
      if (taken >= max) return undefined;
      open.set(key, taken + 1);
      return () => {
        const left = (open.get(key) ?? 1) - 1;
        if (left > 0) open.set(key, left);
        else open.delete(key);
      };
    },
  };
};

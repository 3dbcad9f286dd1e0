// Things that all tests of a file share, such as a running service.
import { afterAll, beforeAll } from 'vitest';

type Ending = { stop(): unknown } | { close(): unknown };

/** Starts it before the file's tests, and ends it after them. It is empty until then, and holds what was started from then on. */
export const sharedByTests = <Shared extends Ending>(start: () => Promise<Shared>): Shared => {
  const shared: Partial<Shared> = {};
  beforeAll(async () => {
    Object.assign(shared, await start());
  });
  afterAll(async () => {
    if ('stop' in shared) await (shared as { stop(): unknown }).stop();
    else if ('close' in shared) await (shared as { close(): unknown }).close();
  });
  return shared as Shared;
};

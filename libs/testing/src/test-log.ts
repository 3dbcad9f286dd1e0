// Logs for tests: a silent one, and one that keeps its lines.
import type { Log } from '@tradeium/event-store';

const ignore = () => undefined;

export const silentLog: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

export type TestLog = Log & { readonly lines: { level: string; message: string; details: object }[] };

/** A log that keeps its lines for inspection. */
export const testLog = (): TestLog => {
  const lines: TestLog['lines'] = [];
  const at = (level: string) => (details: object, message: string) =>
    void lines.push({ level, message, details });
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
};

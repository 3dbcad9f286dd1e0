// One way to log: JSON lines on standard output, with the service's name, without secrets, and of a bounded length.
import { pino } from 'pino';
import { maskedLine } from './masked.ts';

type Write = (fields: object, message: string) => void;

export type Log = {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/** Opens the log of a service. Keys and secrets in fields, errors and texts are masked; whatever is logged, it never throws. */
export const openLog = (service: string, level = 'info'): Log => {
  const lines = pino({
    level,
    base: { service, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: (err: unknown) => err },
  });
  const at =
    (name: keyof Log): Write =>
    (fields, message) => {
      if (!lines.isLevelEnabled(name)) return;
      const line = maskedLine(fields, message);
      lines[name](line.fields, line.message);
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
};

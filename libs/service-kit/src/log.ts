// One way to log: JSON lines on standard output, with the service's name and without secrets.
import { pino, stdSerializers } from 'pino';
import { maskedValue } from './masked.ts';

export type Log = {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/** Opens the log of a service; keys and secrets in fields, errors and their texts are masked. */
export const openLog = (service: string, level = 'info'): Log =>
  pino({
    level,
    base: { service, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label) => ({ level: label }),
      log: (fields) => maskedValue(fields) as Record<string, unknown>,
    },
    serializers: { err: (err: Error) => maskedValue({ ...stdSerializers.err(err) }) },
  });

// One way to log: JSON lines on standard output, with the service's name and without secrets.
import { pino } from 'pino';

export type Log = {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

const SECRET_FIELDS = [
  'password',
  'token',
  'access_token',
  'secret',
  'api_key',
  'apiKey',
  'apikey',
  'API_KEY',
  'api_secret',
  'apiSecret',
  'API_SECRET',
  'private_key',
  'privateKey',
  'PRIVATE_KEY',
  'signature',
  'X-MBX-APIKEY',
  'x-mbx-apikey',
  'authorization',
  'cookie',
];

/** Opens the log of a service; fields with secret names are masked down to two levels. */
export const openLog = (service: string, level = 'info'): Log =>
  pino({
    level,
    base: { service, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: SECRET_FIELDS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
      censor: '[secret]',
    },
  });

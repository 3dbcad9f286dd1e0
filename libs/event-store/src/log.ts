// What the store needs of a logger; pino's fits.

type LogLine = (details: object, message: string) => void;

export type Log = {
  readonly debug: LogLine;
  readonly info: LogLine;
  readonly warn: LogLine;
  readonly error: LogLine;
};

// The logger that the store needs; pino's fits.

type LogLine = (details: object, message: string) => void;

export type Log = {
  readonly debug: LogLine;
  readonly info: LogLine;
  readonly warn: LogLine;
  readonly error: LogLine;
};

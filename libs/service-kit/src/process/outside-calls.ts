// The last known result of the calls to an outside server: /readyz reports it, and no probe makes its own call.

/** An error of ours whose text anybody may read: it names no user and no secret. */
export class OutsideFailure extends Error {}

/** Where the results of real calls are noted. */
export type CallResults = {
  worked(): void;
  /** A string or the text of an `OutsideFailure` is shown; of other errors their code or kind only. */
  failed(cause: unknown): void;
};

export type OutsideCalls = CallResults & {
  /** The results of one of several servers, or one of its parts. Only few names may be used. */
  of(part: string): CallResults;
  /** `ok`, `not used yet`, or since when it fails, when it was tried last, and why. */
  status(): string;
};

type Failure = { readonly sinceMs: number; readonly lastMs: number; readonly reason: string };

const CODE = /^[A-Z][A-Z0-9_]{2,40}$/;
const UNNAMED = '';

/** The code of a system's or a library's error, such as ECONNREFUSED; else our own text, or the kind of error. */
const reasonOf = (cause: unknown): string => {
  if (typeof cause === 'string') return cause;
  for (let error = cause; error instanceof Error; error = error.cause) {
    const { code } = error as { code?: unknown };
    if (typeof code === 'string' && CODE.test(code)) return code;
  }
  if (cause instanceof OutsideFailure) return cause.message;
  return cause instanceof Error ? cause.constructor.name : 'failed';
};

const wordsOf = ({ sinceMs, lastMs, reason }: Failure): string => {
  const [since, last] = [sinceMs, lastMs].map((ms) => new Date(ms).toISOString());
  return `fails since ${since}, last tried ${last}: ${reason}`;
};

/** Starts without any result. */
export const openOutsideCalls = (now: () => number): OutsideCalls => {
  const known = new Map<string, Failure | null>();
  const of = (part: string): CallResults => ({
    worked: () => void known.set(part, null),
    failed: (cause) => {
      const lastMs = now();
      const sinceMs = known.get(part)?.sinceMs ?? lastMs;
      known.set(part, { sinceMs, lastMs, reason: reasonOf(cause) });
    },
  });
  return {
    ...of(UNNAMED),
    of,
    status: () => {
      if (known.size === 0) return 'not used yet';
      const failing = [...known].flatMap(([part, failure]) =>
        failure ? [part === UNNAMED ? wordsOf(failure) : `${part} ${wordsOf(failure)}`] : [],
      );
      return failing.join('; ') || 'ok';
    },
  };
};

/** An object whose every method notes whether it succeeded. A result of null notes nothing: perhaps no call was made. */
export const noteResults = <Methods extends Record<keyof Methods, (...args: never[]) => Promise<unknown>>>(
  methods: Methods,
  results: CallResults,
): Methods =>
  Object.fromEntries(
    Object.entries<(...args: never[]) => Promise<unknown>>(methods).map(([name, method]) => [
      name,
      async (...args: never[]) => {
        try {
          const result = await method(...args);
          if (result !== null) results.worked();
          return result;
        } catch (cause) {
          results.failed(cause);
          throw cause;
        }
      },
    ]),
  ) as Methods;

// A service's abilities now, and why not the rest: queries need MongoDB, workflows Temporal. Servers outside are only reported.

/** Resolves to null when it works, else to the reason. */
type Check = () => Promise<string | null> | string | null;

export type Capabilities = {
  /** Adds a capability under its name, as /readyz lists it. */
  add(name: string, check: Check): void;
  /** Adds what is listed with the others, but never counts: a process stays in service whatever it says. */
  report(name: string, status: () => string): void;
  /** Without what is only reported. */
  names(): string[];
  /** Each capability with `ok` or its reason, at most 3 s old, without what is only reported. Answers within 2 s. */
  status(): Promise<Readonly<Record<string, string>>>;
  reported(): Readonly<Record<string, string>>;
};

/** The status of what works. */
export const WORKS = 'ok';
const CHECK_TIMEOUT_MS = 2_000;
/** Probes, scrapes and operators that come at the same time share an answer: no server is asked more often. */
const SHARED_FOR_MS = 1_000;

/** The result of work, or `late` when it takes more than 2 s: nobody who looks waits for a frozen server. */
export const orLate = async <Result>(work: Promise<Result>, late: Result): Promise<Result> => {
  const ended = Promise.withResolvers<Result>();
  const timer = setTimeout(() => ended.resolve(late), CHECK_TIMEOUT_MS);
  try {
    return await Promise.race([work, ended.promise]);
  } finally {
    clearTimeout(timer);
  }
};

const checked = async (check: Check): Promise<string> => {
  try {
    return (await orLate(Promise.resolve(check()), 'does not answer')) ?? WORKS;
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
};

/** True if every capability of a status works. */
export const allWork = (status: Readonly<Record<string, string>>): boolean =>
  Object.values(status).every((state) => state === WORKS);

/** Makes an empty list of capabilities. */
export const openCapabilities = (): Capabilities => {
  const checks = new Map<string, Check>();
  const reports = new Map<string, () => string>();
  const look = async () =>
    Object.fromEntries(
      await Promise.all([...checks].map(async ([name, check]) => [name, await checked(check)] as const)),
    );
  let newest: { readonly status: ReturnType<typeof look>; readonly atMs: number } | undefined;
  return {
    add: (name, check) => {
      checks.set(name, check);
      newest = undefined;
    },
    report: (name, status) => void reports.set(name, status),
    names: () => [...checks.keys()],
    status: () => {
      const atMs = performance.now();
      if (newest === undefined || atMs - newest.atMs > SHARED_FOR_MS) newest = { status: look(), atMs };
      return newest.status;
    },
    reported: () => Object.fromEntries([...reports].map(([name, status]) => [name, status()])),
  };
};

// What a service can do now, and why not the rest: queries need MongoDB, workflows Temporal. Servers outside are only reported.

/** Resolves to null when it works, else to the reason. */
type Check = () => Promise<string | null> | string | null;

export type Capabilities = {
  /** Adds a capability under its name, as /readyz lists it. */
  add(name: string, check: Check): void;
  /** Adds what is listed with the others, but never counts: a process stays in service whatever it says. */
  report(name: string, status: () => string): void;
  /** Without what is only reported. */
  names(): string[];
  /** Each capability with `ok` or its reason, without what is only reported. */
  status(): Promise<Readonly<Record<string, string>>>;
  reported(): Readonly<Record<string, string>>;
};

const WORKS = 'ok';
const CHECK_TIMEOUT_MS = 2_000;

const checked = async (check: Check): Promise<string> => {
  const late = Promise.withResolvers<string>();
  const timer = setTimeout(() => late.resolve('does not answer'), CHECK_TIMEOUT_MS);
  try {
    return (await Promise.race([check(), late.promise])) ?? WORKS;
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  } finally {
    clearTimeout(timer);
  }
};

/** Whether every capability of a status works. */
export const allWork = (status: Readonly<Record<string, string>>): boolean =>
  Object.values(status).every((state) => state === WORKS);

/** Makes an empty list of capabilities. */
export const openCapabilities = (): Capabilities => {
  const checks = new Map<string, Check>();
  const reports = new Map<string, () => string>();
  return {
    add: (name, check) => void checks.set(name, check),
    report: (name, status) => void reports.set(name, status),
    names: () => [...checks.keys()],
    status: async () =>
      Object.fromEntries(
        await Promise.all([...checks].map(async ([name, check]) => [name, await checked(check)] as const)),
      ),
    reported: () => Object.fromEntries([...reports].map(([name, status]) => [name, status()])),
  };
};

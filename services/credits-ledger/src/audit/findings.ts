// The checks of an audit, how much each examined, and the problems it found.

/** Every check and its title for operators. */
export const CHECKS = {
  streams: 'No message is missing from a stream',
  commits: 'Every commit can be read',
  predecessors: 'Every commit names the one before it',
  hashes: 'Every commit carries the hash of the one before it',
  entries: 'Every event nets to zero and moves what it says',
  balances: 'No balance is below zero, each is as recorded',
  debts: 'What was taken back and not there is owed, and paid first',
  operations: 'Every operation counts once, and refunds no more than was taken',
  welcomes: 'Every mailbox is welcomed once, every welcome bonus is its own account’s',
  reservations: 'No reservation is overdue',
  payments: 'Payments and credits agree one to one',
  runs: 'Charged runs and results agree one to one',
  'read-model': 'Balances that are read are those of the events',
} as const;

export type Check = keyof typeof CHECKS;

const CHECK_NAMES = Object.keys(CHECKS) as Check[];

export type CheckResult = {
  readonly check: Check;
  readonly title: string;
  /** How many things were examined. */
  readonly counted: number;
  readonly wrong: number;
  /** The first of them as text. */
  readonly problems: readonly string[];
};

/** How many problems of a check are stored as text; all are counted. */
const PROBLEMS_MAX = 50;

export type Findings = {
  /** Counts something examined. */
  count(check: Check, things?: number): void;
  /** Records a problem. */
  problem(check: Check, text: string): void;
  results(): CheckResult[];
};

/** Collects the findings of an audit's parts; `heard` is called with each problem. */
export const collectFindings = (heard?: (check: Check, text: string) => void): Findings => {
  const counted = new Map<Check, number>();
  const wrong = new Map<Check, number>();
  const problems = new Map<Check, string[]>(CHECK_NAMES.map((check) => [check, []]));
  const add = (counts: Map<Check, number>, check: Check, things: number): void => {
    counts.set(check, (counts.get(check) ?? 0) + things);
  };
  return {
    count: (check, things = 1) => add(counted, check, things),
    problem(check, text) {
      add(wrong, check, 1);
      heard?.(check, text);
      const kept = problems.get(check) ?? [];
      if (kept.length < PROBLEMS_MAX) kept.push(text);
    },
    results: () =>
      CHECK_NAMES.map((check) => ({
        check,
        title: CHECKS[check],
        counted: counted.get(check) ?? 0,
        wrong: wrong.get(check) ?? 0,
        problems: problems.get(check) ?? [],
      })),
  };
};

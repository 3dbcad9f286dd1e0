// The rate limits that routes name, and the key of each.

export type Limit = {
  readonly perMinute: number;
  /**
   * `user`: the signed-in user, else the address. `account`: the signed-in user, else the address and the name in the
   * body's `email`, or the user that its `token` names.
   */
  readonly countedBy: 'user' | 'address' | 'account';
  /** The gateway's environment variable that sets another number. */
  readonly setting: string;
};

export const LIMITS = {
  requests: { perMinute: 600, countedBy: 'user', setting: 'RATE_LIMIT_PER_MINUTE' },
  /** Attempts to log in, register or verify. */
  attempts: { perMinute: 20, countedBy: 'account', setting: 'RATE_LIMIT_AUTH_PER_MINUTE' },
  /** Links from mails and to shared results, which name what they open: a network holds many people. */
  links: { perMinute: 200, countedBy: 'address', setting: 'RATE_LIMIT_LINKS_PER_MINUTE' },
  runs: { perMinute: 30, countedBy: 'user', setting: 'RATE_LIMIT_EXECUTE_PER_MINUTE' },
  /** Checks of code; each starts a sandbox. */
  checks: { perMinute: 60, countedBy: 'user', setting: 'RATE_LIMIT_CHECK_PER_MINUTE' },
  /** Messages to the agents. */
  messages: { perMinute: 30, countedBy: 'user', setting: 'RATE_LIMIT_MESSAGES_PER_MINUTE' },
  /** Exports of an account, which take long to gather. */
  exports: { perMinute: 5, countedBy: 'user', setting: 'RATE_LIMIT_EXPORT_PER_MINUTE' },
  /** A payment provider sends the notices of all buyers from a few addresses. */
  paymentNotices: { perMinute: 6_000, countedBy: 'address', setting: 'RATE_LIMIT_WEBHOOK_PER_MINUTE' },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

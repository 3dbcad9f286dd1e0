// The payments stand-in's invoices and transfers, and the steps of a transfer.

export type Status =
  | 'waiting'
  | 'confirming'
  | 'confirmed'
  | 'sending'
  | 'partially_paid'
  | 'finished'
  | 'failed'
  | 'expired'
  | 'refunded';

export type Invoice = {
  readonly id: string;
  readonly orderId: string;
  readonly description: string;
  /** Dollars. */
  readonly price: number;
  readonly noticeUrl: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly createdAt: string;
};

export type Transfer = {
  readonly id: number;
  readonly invoiceId: string;
  readonly coin: Coin;
  readonly address: string;
  readonly payAmount: number;
  readonly actuallyPaid: number;
  readonly status: Status;
  /** Its remaining steps, which happen automatically, even after a restart. */
  readonly ahead: readonly Status[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly expiresAt: string;
};

/** Made-up prices in dollars; this is not an exchange. */
export const COINS = {
  btc: { name: 'Bitcoin', usd: 60_000 },
  eth: { name: 'Ether', usd: 3_000 },
  usdttrc20: { name: 'Tether (TRON)', usd: 1 },
} as const;
export type Coin = keyof typeof COINS;

export const isCoin = (text: string): text is Coin => Object.hasOwn(COINS, text);

/** A buyer's actions on the checkout page: from which states, and the steps that follow. */
export const ACTIONS = {
  pay: {
    from: ['waiting', 'partially_paid', 'expired', 'failed'],
    ahead: ['confirming', 'confirmed', 'sending', 'finished'],
    paid: 1,
  },
  'pay-partly': { from: ['waiting'], ahead: ['confirming', 'partially_paid'], paid: 0.4 },
  expire: { from: ['waiting'], ahead: ['expired'], paid: 0 },
  fail: { from: ['waiting'], ahead: ['confirming', 'failed'], paid: 0 },
  refund: { from: ['finished', 'partially_paid'], ahead: ['refunded'], paid: 0 },
} as const satisfies Record<string, { from: readonly Status[]; ahead: readonly Status[]; paid: number }>;
export type Action = keyof typeof ACTIONS;

export const isAction = (text: string): text is Action => Object.hasOwn(ACTIONS, text);

/** True if an action can be taken now; none while another one is under way. */
export const isOffered = (action: Action, { status, ahead }: Transfer): boolean =>
  ahead.length === 0 && (ACTIONS[action].from as readonly Status[]).includes(status);

/** A transfer with a started action, or null when it is not offered. */
export const begun = (action: Action, transfer: Transfer): Transfer | null => {
  if (!isOffered(action, transfer)) return null;
  const { ahead, paid } = ACTIONS[action];
  const actuallyPaid = paid === 0 ? transfer.actuallyPaid : rounded(transfer.payAmount * paid);
  return { ...transfer, ahead, actuallyPaid };
};

/** The next step, or null when there is none. */
export const stepped = (transfer: Transfer, now: string): Transfer | null => {
  const [status, ...ahead] = transfer.ahead;
  return status ? { ...transfer, status, ahead, updatedAt: now } : null;
};

const rounded = (amount: number): number => Number(amount.toFixed(8));

/** A price as an amount of a coin. */
export const amountIn = (coin: Coin, usd: number): number => rounded(usd / COINS[coin].usd);

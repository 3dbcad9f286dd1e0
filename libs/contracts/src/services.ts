// The manifest of the services: one entry each, from which processes, ports, streams, buckets, docs and exports follow.
import { AGENTS } from './constants.ts';
import { adminEvents } from './events/admin.ts';
import { agentEvents } from './events/agent.ts';
import { authEvents } from './events/auth.ts';
import { backtestEvents } from './events/backtest.ts';
import { creditsEvents } from './events/credits.ts';
import type { AggregateEvents } from './events/event.ts';
import { tradingEvents } from './events/trading.ts';

/** A key-value bucket that a service has in addition to its events. */
export type Bucket = {
  readonly name: string;
  readonly description: string;
  /** How long a value is stored (default: forever). */
  readonly ttlMs?: number;
  /** The server refuses a second value for a key until the first one is removed. */
  readonly isWriteOnce?: true;
};

/** A service and its needs. */
export type ServiceDeclaration = {
  /** The bounded context that it owns: its stream, and the first word of its database's name. */
  readonly context: string;
  /** Today's events of the context, with what reads older versions, by aggregate. */
  readonly events: Readonly<Record<string, AggregateEvents<unknown>>>;
  /** Default port of /healthz, /readyz and /metrics. 4107 is that of the strategy runner, which is no entry here. */
  readonly healthPort: number;
  /** The servers that some of its capabilities need. Before it takes requests, it waits for NATS only. */
  readonly needs: readonly ('mongodb' | 'temporal' | 'exchange' | 'mail' | 'payments' | 'model')[];
  /** Its environment variables in addition to those of every process. No other process sees the secrets among them. */
  readonly environment: readonly string[];
  readonly buckets: readonly Bucket[];
  /** Its section of an exported account; null when it stores nothing about users. */
  readonly exports: string | null;
  /** The other contexts whose events it reads. */
  readonly reads: readonly string[];
  /** The messages of other services that it sends, by their subjects; `*` is any name. A house rule compares this with its code. */
  readonly sends: readonly string[];
};

const DAY_MS = 86_400_000;

/** The settings of each agent's model: its name, its prices, its sizes. */
const MODEL_SETTINGS = [
  '',
  '_INPUT_VUT',
  '_CACHED_VUT',
  '_OUTPUT_VUT',
  '_CONTEXT_TOKENS',
  '_MAX_OUTPUT_TOKENS',
] as const;

/** The messages that a service sends to hold credits for its work. */
const CREDIT_HOLDS = [
  'cmd.credits-ledger.reserve-credits',
  'cmd.credits-ledger.capture-credits',
  'cmd.credits-ledger.release-credits',
] as const;

/** The operations of every service. */
const OPERATIONS = [
  'query.*.get-status',
  'query.*.list-parked',
  'cmd.*.rebuild-with-progress',
  'cmd.*.retry-parked',
] as const;

export const SERVICES = {
  auth: {
    context: 'auth',
    events: authEvents,
    healthPort: 4101,
    needs: ['mail'],
    environment: [
      'SESSION_SECRET',
      'MASTER_KEY',
      'MASTER_KEY_PREVIOUS',
      'CLAIM_KEY',
      'PUBLIC_URL',
      'SMTP_URL',
      'MAIL_FROM',
      'ADMIN_EMAILS',
      'EMAIL_VERIFICATION',
    ],
    buckets: [
      {
        name: 'USER_KEYS',
        description: "The keys to users' personal data, for ever.",
        isWriteOnce: true,
      },
      {
        name: 'LOGIN_ATTEMPTS',
        description: 'Failed attempts at accounts, and registrations.',
        ttlMs: DAY_MS,
      },
      { name: 'LOGIN_ADDRESSES', description: 'Where users have logged in from.', ttlMs: 90 * DAY_MS },
    ],
    exports: 'account',
    reads: [],
    sends: [],
  },
  'credits-ledger': {
    context: 'credits',
    events: creditsEvents,
    healthPort: 4102,
    needs: ['mongodb', 'temporal', 'payments'],
    environment: [
      'NOWPAYMENTS_API_URL',
      'NOWPAYMENTS_API_KEY',
      'NOWPAYMENTS_IPN_SECRET',
      'NOWPAYMENTS_EMAIL',
      'NOWPAYMENTS_PASSWORD',
      'PUBLIC_URL',
    ],
    buckets: [],
    exports: 'credits',
    reads: ['auth', 'backtest'],
    sends: [],
  },
  backtest: {
    context: 'backtest',
    events: backtestEvents,
    healthPort: 4103,
    needs: ['mongodb', 'temporal', 'exchange'],
    environment: [
      'MASTER_KEY',
      'MASTER_KEY_PREVIOUS',
      'EXCHANGE_ID',
      'EXCHANGE_URL',
      'EXCHANGE_PAUSE_MS',
      'CANDLES_DIRECTORY',
      'CANDLE_SYNC_MINUTES',
      'WORKING_FILES_DAYS',
    ],
    buckets: [],
    exports: 'backtests',
    reads: ['auth'],
    sends: [...CREDIT_HOLDS, 'query.credits-ledger.get-balance', 'query.trading.find-chat-deployment'],
  },
  agent: {
    context: 'agent',
    events: agentEvents,
    healthPort: 4104,
    needs: ['mongodb', 'temporal', 'model'],
    environment: [
      'MASTER_KEY',
      'MASTER_KEY_PREVIOUS',
      'MODEL_URL',
      'MODEL_API_KEY',
      'MODEL_OUTPUT_LIMIT',
      'REPLY_LOST_AFTER_MS',
      ...AGENTS.flatMap((agent) => MODEL_SETTINGS.map((end) => `${agent.toUpperCase()}_MODEL${end}`)),
    ],
    buckets: [
      {
        name: 'AGENT_REPLIES',
        description: 'Replies that are being written, sealed: what is there of one whose process ends.',
        ttlMs: DAY_MS,
      },
    ],
    exports: 'conversations',
    reads: ['auth', 'backtest'],
    sends: [
      ...CREDIT_HOLDS,
      'cmd.backtest.apply-strategy',
      'cmd.backtest.cancel-study',
      'cmd.backtest.cancel-try',
      'cmd.backtest.keep-try',
      'cmd.backtest.replace-strategy',
      'cmd.backtest.start-study',
      'cmd.backtest.try-strategy',
      'query.backtest.check-strategy',
      'query.backtest.find-chat',
      'query.backtest.list-chats',
      'query.backtest.list-files',
      'query.backtest.list-studies',
      'query.backtest.price-study',
      'query.backtest.read-folder-file',
      'query.backtest.read-strategy',
      'query.backtest.read-study',
      'query.backtest.summarize-coins',
    ],
  },
  trading: {
    context: 'trading',
    events: tradingEvents,
    healthPort: 4105,
    needs: ['mongodb', 'temporal', 'exchange'],
    environment: [
      'MASTER_KEY',
      'MASTER_KEY_PREVIOUS',
      'PAPER_EXCHANGE_URL',
      'LIVE_EXCHANGE_URL',
      'LOOK_UP_PATIENCE_MS',
      'ORDER_GONE_AFTER_MS',
      'TRADING_HALTED',
      'PUBLIC_URL',
    ],
    buckets: [
      { name: 'EXCHANGE_KEYS', description: "Users' exchange keys, sealed with their own keys." },
      { name: 'DEPLOYED_CODE', description: 'The source of deployed strategies, sealed.' },
      {
        name: 'LIVE_TWINS',
        description: 'The newest live twin of each deployment, sealed; it can be made again.',
      },
    ],
    exports: 'trading',
    reads: ['auth', 'backtest'],
    sends: [
      ...CREDIT_HOLDS,
      'cmd.auth.mail-notice',
      'cmd.backtest.compute-weights',
      'query.backtest.find-chat',
      'query.backtest.find-result',
      'query.credits-ledger.get-balance',
    ],
  },
  admin: {
    context: 'admin',
    events: adminEvents,
    healthPort: 4106,
    // Temporal is read when an operator looks: it starts without it.
    needs: ['mongodb'],
    environment: ['MASTER_KEY', 'MASTER_KEY_PREVIOUS', 'TEMPORAL_UI_URL'],
    buckets: [],
    exports: 'operators',
    reads: ['agent', 'auth', 'backtest', 'credits', 'trading'],
    sends: [
      'cmd.auth.change-role',
      'cmd.auth.confirm-operator',
      'cmd.auth.drop-second-factor',
      'cmd.auth.end-all-sessions',
      'cmd.auth.lock-account',
      'cmd.auth.resend-account-mail',
      'cmd.auth.unlock-account',
      'cmd.auth.vouch-for-email',
      'cmd.credits-ledger.grant-credits',
      'cmd.credits-ledger.reverse-grant',
      'cmd.trading.stop-deployments',
      'query.auth.get-role',
      'query.credits-ledger.audit-books',
      ...OPERATIONS,
    ],
  },
} as const satisfies Record<string, ServiceDeclaration>;

export type ServiceName = keyof typeof SERVICES;
export const SERVICE_NAMES = Object.keys(SERVICES) as readonly ServiceName[];

/** The bounded contexts, each with its own stream. */
export type Context = (typeof SERVICES)[ServiceName]['context'];
export const CONTEXTS: readonly Context[] = SERVICE_NAMES.map((name) => SERVICES[name].context);

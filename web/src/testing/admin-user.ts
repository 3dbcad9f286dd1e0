// The answers of the component tests' server about one account and about the state of the system.
import type { AdminAction, AdminRun, AdminUserPage, SystemState, TimelineEntry } from '@tradeium/contracts';

const AT = '2026-03-02T09:30:00.000Z';

type More = { [Part in keyof AdminUserPage]?: Partial<AdminUserPage[Part]> };

export const someUserPage = ({ user, balance, sessions, deployments }: More = {}): AdminUserPage => ({
  user: {
    user_id: 'u2',
    id: 'u2',
    username: 'grace',
    email: 'grace@example.com',
    vut_credits: 9_876.5,
    tokens_used_today: 0,
    tokens_used_week: 0,
    tokens_used_month: 0,
    tokens_used_total: 0,
    email_verified: true,
    created_at: AT,
    locked: false,
    role: null,
    last_seen_at: AT,
    erased_at: null,
    second_factor: false,
    storage_bytes: 2_048,
    ...user,
  },
  sessions: (sessions as AdminUserPage['sessions'] | undefined) ?? [
    { device: 'Firefox on Linux', started_at: AT, last_used_at: AT, expires_at: AT },
  ],
  balance: {
    available: 9_876.5,
    reserved: 1.5,
    spent: 122,
    owed: 0,
    granted: 10_000,
    bought: 0,
    paid_usd: 0,
    adds_up: true,
    entries: 7,
    ...balance,
  },
  deployments: (deployments as AdminUserPage['deployments'] | undefined) ?? [],
});

export const someRun = (more: Partial<AdminRun> = {}): AdminRun => ({
  id: 'r1',
  user_id: 'u2',
  username: 'grace',
  chat_name: 'Trend ideas',
  strategy: 'momentum',
  status: 'completed',
  started_at: AT,
  ended_at: AT,
  coins: ['BTC', 'ETH'],
  timeframe: '24h',
  from: '2025-01-01',
  to: '2025-12-31',
  charged_vut: 12.5,
  failure: null,
  line: null,
  ...more,
});

export const someEntry = (more: Partial<TimelineEntry> = {}): TimelineEntry => ({
  id: 'e1',
  at: AT,
  context: 'backtest',
  type: 'RunFailed',
  text: 'A backtest failed',
  tone: 'bad',
  link: { kind: 'run', id: 'r1' },
  ...more,
});

export const someAction = (more: Partial<AdminAction> = {}): AdminAction => ({
  id: 'a1',
  kind: 'grant-credits',
  state: 'completed',
  actor_id: 'u1',
  actor: 'ada',
  user_id: 'u2',
  username: 'grace',
  text: 'Granted 500 VUT',
  reason: 'A lost run',
  ordered_at: AT,
  completed_at: AT,
  changed: true,
  refusal: null,
  ...more,
});

/** Everything answers, and nothing is stuck. */
export const someSystem = (more: Partial<SystemState> = {}): SystemState => ({
  at: AT,
  problems: [],
  services: [{ name: 'backtest', processes: [{ id: 'b-1', version: '1.4.0', started_at: AT }] }],
  read_models: [
    {
      service: 'backtest',
      name: 'runs',
      state: 'following',
      reason: null,
      behind: 0,
      parked: 0,
      rebuilding: null,
    },
  ],
  reactions: [
    {
      service: 'trading',
      name: 'on-lock',
      state: 'following',
      reason: null,
      behind: 3,
      parked: 0,
      oldest_parked_at: null,
      expired: 0,
    },
  ],
  streams: [{ name: 'backtest', messages: 1_234, bytes: 2_048 }],
  parked: [],
  workflows: { failed: [], running: 2, queues: [{ name: 'backtest', workers: 1, backlog: 0 }] },
  ...more,
});

// Routes of the notices about live trading: where they go, the secret that signs them, and the outcome of the newest.
import { z } from 'zod';
import { NOTICE_KINDS } from '../events/trading-notices.ts';
import { noInput, route } from './route.ts';

const trading = { tag: 'trading', service: 'trading' } as const;
const instant = z.iso.datetime();

/** The newest notices that are listed. */
export const NOTICES_LISTED_MAX = 20;

const delivery = z.object({
  /** `left_out`: the limit of the day was reached. */
  state: z.enum(['pending', 'retrying', 'delivered', 'failed', 'left_out']),
  detail: z.string().nullable(),
  attempts: z.int().nonnegative(),
});

const notice = z.object({
  id: z.string(),
  kind: z.enum(NOTICE_KINDS),
  title: z.string(),
  text: z.string(),
  at: instant,
  backtest_session_id: z.string().nullable(),
  /** Null where it does not go. */
  mail: delivery.nullable(),
  webhook: delivery.nullable(),
});
export type TradingNotice = z.infer<typeof notice>;

const noticeSettings = z.object({
  mail: z.boolean(),
  webhook_url: z.string().nullable(),
  /** Shown once: in the answer to the request that made it. */
  webhook_secret: z.string().nullable(),
  has_secret: z.boolean(),
  notices: z.array(notice).max(NOTICES_LISTED_MAX),
});
export type NoticeSettings = z.infer<typeof noticeSettings>;

export const NOTICE_ROUTES = {
  getNotices: route({
    ...trading,
    method: 'GET',
    path: '/trading/notices',
    summary: 'Where notices go, and the newest of them, newest first',
    input: noInput,
    output: noticeSettings,
  }),
  saveNoticeChannels: route({
    ...trading,
    method: 'PUT',
    path: '/trading/notices',
    summary: 'Choose where notices go; the first address is given a secret',
    input: z.strictObject({ mail: z.boolean(), webhook_url: z.string().trim().max(2_000).nullable() }),
    output: noticeSettings,
    errors: ['WEBHOOK_ADDRESS_INVALID'],
  }),
  rotateWebhookSecret: route({
    ...trading,
    method: 'POST',
    path: '/trading/notices/secret',
    summary: 'A new secret for the webhook; the one before it signs for another day, too',
    input: noInput,
    output: noticeSettings,
    errors: ['WEBHOOK_MISSING'],
  }),
  sendTestNotice: route({
    ...trading,
    method: 'POST',
    path: '/trading/notices/test',
    summary: 'Send a notice to see whether it arrives',
    input: noInput,
    output: noticeSettings,
    errors: ['NOTICES_OFF', 'TOO_MANY_NOTICES'],
  }),
} as const;

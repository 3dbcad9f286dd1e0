// The facts of notices about live trading: where a user wants them, what they say, and whether they arrived.
import { z } from 'zod';
import { eventOf } from './event.ts';

/** Events that users hear about at once. */
export const NOTICE_KINDS = [
  'paused',
  'drawdown_warning',
  'drawdown_stop',
  'rebalance_failed',
  'sell_unfinished',
  'external_change',
  'coins_left_out',
  'keys_refused',
  'mandate_expired',
  'kill_switch',
  'credits_too_low',
  'credits_owed',
  'test',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

const NOTICE_CHANNELS = ['mail', 'webhook'] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];

const userId = z.string();
const noticeId = z.string();
const channel = z.enum(NOTICE_CHANNELS);

/** One aggregate for each user. */
const noticeEvents = z.discriminatedUnion('type', [
  /** `secretId` names the key that signs what is sent to the address; the key itself is in no event. */
  eventOf('NoticeChannelsSet', {
    userId,
    isMailOn: z.boolean(),
    webhookUrl: z.string().nullable(),
    secretId: z.string().nullable(),
  }),
  /** Until `previousUntil` the secret before it signs, too. */
  eventOf('WebhookSecretRotated', { userId, secretId: z.string(), previousUntil: z.iso.datetime() }),
  /** `channels`: where it goes. `leftOut`: where the limit of the day keeps it from going. */
  eventOf('NoticeRaised', {
    userId,
    noticeId,
    kind: z.enum(NOTICE_KINDS),
    deploymentId: z.string().nullable(),
    detail: z.string(),
    channels: z.array(channel).max(2),
    leftOut: z.array(channel).max(2),
    at: z.iso.datetime(),
  }),
  /** `retrying`: this attempt failed, and another one follows. */
  eventOf('NoticeAttempted', {
    userId,
    noticeId,
    channel,
    outcome: z.enum(['delivered', 'retrying', 'failed']),
    detail: z.string(),
    attempt: z.int().positive(),
  }),
]);
export type NoticeEvent = z.infer<typeof noticeEvents>;

/** An address may hold a token of the service behind it. */
export const noticeAggregateEvents = {
  context: 'trading',
  name: 'notices',
  events: noticeEvents,
  personal: { NoticeChannelsSet: { webhookUrl: null } },
} as const;

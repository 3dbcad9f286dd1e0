// Brings one notice to one place: a mail through auth, or a signed request to the user's webhook.
import { isRefusal, MESSAGES, type NoticeChannel, type TradingMode } from '@tradeium/contracts';
import type { DataKeys, RequestClient } from '@tradeium/service-kit';
import type { Stores } from '../aggregates.ts';
import { type Attempted, type Notice, type Notices, secretIdsAt } from '../domain/notices.ts';
import { noticeWords } from './notice-words.ts';
import { postWebhook } from './post-webhook.ts';
import { signatureOf } from './signature.ts';
import { webhookSecret } from './webhook-secret.ts';

export type Delivering = {
  readonly notices: Stores['notices'];
  readonly deployments: Stores['deployments'];
  readonly client: RequestClient;
  readonly userKeys: DataKeys;
  /** Somebody's own machine may send to itself. */
  readonly isLocal: boolean;
  readonly now: () => Date;
};

export type Delivery = {
  readonly userId: string;
  readonly noticeId: string;
  readonly channel: NoticeChannel;
};

type Outcome = Pick<Attempted, 'detail'> & { readonly outcome: Attempted['outcome'] };
type Placed = {
  readonly notice: Notice;
  readonly notices: Notices;
  readonly name: string | null;
  readonly mode: TradingMode | null;
  readonly chatId: string | null;
};

const delivered = (detail: string): Outcome => ({ outcome: 'delivered', detail });
const failed = (detail: string): Outcome => ({ outcome: 'failed', detail });
const retrying = (detail: string): Outcome => ({ outcome: 'retrying', detail });

const SUBJECT_MAX = 200;
const MAIL_TIMEOUT_MS = 20_000;

const mail = async (
  dependencies: Delivering,
  userId: string,
  { notice, chatId, ...about }: Placed,
): Promise<Outcome> => {
  const { title, text } = noticeWords(notice.kind, about, notice.detail, 'sent');
  const at = `${notice.at.slice(0, 16).replace('T', ' ')} UTC`;
  const input = {
    notice_id: notice.noticeId,
    subject: title.slice(0, SUBJECT_MAX),
    paragraphs: [text, `Noticed at ${at}.`],
    action: {
      label: 'Open trading',
      path: chatId === null ? '/app/trading' : `/app/trading?chat=${encodeURIComponent(chatId)}`,
    },
  };
  const request = { userId, commandId: `mail:${notice.noticeId}`, correlationId: notice.noticeId };
  const answered = await dependencies.client.request(MESSAGES.mailNotice, input, request, {
    timeoutMs: MAIL_TIMEOUT_MS,
  });
  if (isRefusal(answered))
    return answered.refused === 'UNAUTHORIZED'
      ? failed('the account has no address')
      : retrying('mail is unavailable');
  switch (answered.output.outcome) {
    case 'sent':
      return delivered('accepted by the mail server');
    case 'deferred':
      return retrying('the mail server asks to come back later');
    case 'refused':
      return failed('the mail server refused the address');
    case 'unproven':
      return failed('your address is not verified');
  }
};

const webhook = async (
  { userKeys, isLocal, now }: Delivering,
  userId: string,
  { notice, notices, chatId, ...about }: Placed,
): Promise<Outcome> => {
  const { webhookUrl: url } = notices;
  const key = await userKeys.find(userId);
  if (url === null || !key) return failed('there is no address any more');
  const { noticeId: id, kind: type, at: created_at, detail, deploymentId: deployment_id } = notice;
  const { title, text } = noticeWords(type, about, detail, 'sent');
  const body = JSON.stringify({
    id,
    type,
    created_at,
    title,
    text,
    detail,
    deployment_id,
    backtest_session_id: chatId,
  });
  const nowMs = now().getTime();
  const secrets = secretIdsAt(notices, new Date(nowMs).toISOString()).map((each) => webhookSecret(key, each));
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Tradeium',
    'tradeium-delivery': id,
    'tradeium-event': type,
    'tradeium-signature': signatureOf(body, secrets, nowMs),
  };
  const answered = await postWebhook({ url, body, headers }, isLocal);
  if (answered.outcome === 'delivered') return delivered(answered.detail);
  return answered.isFinal ? failed(answered.detail) : retrying(answered.detail);
};

const placed = async ({ notices: store, deployments }: Delivering, { userId, noticeId }: Delivery) => {
  const { state: notices } = await store.load(userId);
  const notice = notices.newest.find((each) => each.noticeId === noticeId);
  if (!notice) return null;
  const { deploymentId } = notice;
  const created = deploymentId === null ? null : (await deployments.load(deploymentId)).state.created;
  const { displayName: name = null, mode = null, chatId = null } = created ?? {};
  return { notice, notices, name, mode, chatId };
};

/** Records an attempt; a repeated one is the same. */
const record = async (
  dependencies: Delivering,
  { userId, noticeId, channel }: Delivery,
  attempted: Attempted,
): Promise<void> => {
  const command = { type: 'RecordAttempt', userId, noticeId, channel, ...attempted } as const;
  const commandId = `attempt:${noticeId}:${channel}:${attempted.attempt}:${attempted.outcome}`;
  const changed = await dependencies.notices.change(userId, command, {
    commandId,
    correlationId: noticeId,
    input: { commandId },
  });
  if (isRefusal(changed)) throw new Error(`an attempt was not recorded: ${changed.refused}`);
};

/** Answers whether there is more to try. What has arrived is not sent again, unless that could not be recorded. */
export const attemptDelivery = async (
  dependencies: Delivering,
  delivery: Delivery,
  attempt: number,
): Promise<'done' | 'retry'> => {
  const { userId, channel } = delivery;
  const found = await placed(dependencies, delivery);
  if (!found || found.notice.attempted[channel]?.outcome === 'delivered') return 'done';
  const outcome = await (channel === 'mail' ? mail : webhook)(dependencies, userId, found);
  await record(dependencies, delivery, { ...outcome, attempt });
  return outcome.outcome === 'retrying' ? 'retry' : 'done';
};

/** After the last attempt. */
export const giveUpDelivery = async (dependencies: Delivering, delivery: Delivery): Promise<void> => {
  const found = await placed(dependencies, delivery);
  const last = found?.notice.attempted[delivery.channel];
  if (!found || (last && last.outcome !== 'retrying')) return;
  const detail = last ? `given up after ${last.attempt} attempts: ${last.detail}` : 'given up';
  await record(dependencies, delivery, { outcome: 'failed', detail, attempt: last?.attempt ?? 1 });
};

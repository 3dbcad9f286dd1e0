// A user's notices as the API shows them.
import {
  NOTICES_LISTED_MAX,
  type NoticeChannel,
  type NoticeSettings,
  type TradingNotice,
} from '@tradeium/contracts';
import type { DataKeys } from '@tradeium/service-kit';
import type { Stores } from '../aggregates.ts';
import type { Notice, Notices } from '../domain/notices.ts';
import { noticeWords } from './notice-words.ts';
import { webhookSecret } from './webhook-secret.ts';

type Viewing = { readonly deployments: Stores['deployments']; readonly userKeys: DataKeys };

const deliveryView = (notice: Notice, channel: NoticeChannel): TradingNotice['mail'] => {
  if (notice.leftOut.includes(channel)) return { state: 'left_out', detail: 'too many today', attempts: 0 };
  if (!notice.channels.includes(channel)) return null;
  const {
    outcome: state,
    detail,
    attempt: attempts,
  } = notice.attempted[channel] ?? {
    outcome: 'pending' as const,
    detail: null,
    attempt: 0,
  };
  return { state, detail, attempts };
};

const noticeView = async ({ deployments }: Viewing, notice: Notice): Promise<TradingNotice> => {
  const { noticeId: id, kind, at, detail, deploymentId } = notice;
  const created = deploymentId === null ? null : (await deployments.load(deploymentId)).state.created;
  return {
    id,
    kind,
    at,
    ...noticeWords(
      kind,
      { name: created?.displayName ?? null, mode: created?.mode ?? null },
      detail,
      'in-app',
    ),
    backtest_session_id: created?.chatId ?? null,
    mail: deliveryView(notice, 'mail'),
    webhook: deliveryView(notice, 'webhook'),
  };
};

/** `shownSecret`: the id of a secret that was made just now. */
export const noticesView = async (
  viewing: Viewing,
  userId: string,
  { isMailOn, webhookUrl, secretId, newest }: Notices,
  shownSecret: string | null = null,
): Promise<NoticeSettings> => {
  const listed = newest.slice(-NOTICES_LISTED_MAX).reverse();
  return {
    mail: isMailOn,
    webhook_url: webhookUrl,
    webhook_secret:
      shownSecret === null ? null : webhookSecret(await viewing.userKeys.ensure(userId), shownSecret),
    has_secret: secretId !== null,
    notices: await Promise.all(listed.map((notice) => noticeView(viewing, notice))),
  };
};

// The notices of a user: where they go, the secret that signs them, and a notice to try it.
import { isRefusal, messageOf, type Refusal, refuse } from '@tradeium/contracts';
import { type ChangeOf, idFrom } from '@tradeium/event-store';
import { answer, type DataKeys, fromAggregates, type Handler, userHandler } from '@tradeium/service-kit';
import type { Stores } from '../aggregates.ts';
import { noticesView } from '../notices/notice-view.ts';
import { addressProblem } from '../notices/webhook-address.ts';
import { secretIdOf } from '../notices/webhook-secret.ts';
import type { Dependencies } from './dependencies.ts';

type Parts = Pick<Dependencies, 'deployments'> & {
  readonly notices: Stores['notices'];
  readonly userKeys: DataKeys;
  readonly isLocal: boolean;
};

const answerNotices = async (
  parts: Parts,
  userId: string,
  changed: ChangeOf<Stores['notices']> | Refusal,
  shownSecret: string | null = null,
) =>
  isRefusal(changed)
    ? changed
    : answer(await noticesView(parts, userId, changed.state, shownSecret), changed.written);

export const getNotices = (parts: Parts): Handler =>
  fromAggregates(
    userHandler(messageOf('getNotices'), async (_input, userId) => {
      const { state } = await parts.notices.load(userId);
      return answer(await noticesView(parts, userId, state));
    }),
  );

/** The first address brings a secret, which is shown in this answer and never again. */
export const saveNoticeChannels = (parts: Parts): Handler =>
  userHandler(messageOf('saveNoticeChannels'), async (input, userId, request) => {
    const webhookUrl = input.webhook_url === '' ? null : input.webhook_url;
    const reason = webhookUrl === null ? null : addressProblem(webhookUrl, parts.isLocal);
    if (reason !== null) return refuse('WEBHOOK_ADDRESS_INVALID', { reason });
    const newSecretId = secretIdOf(userId, request.commandId);
    const command = { type: 'SetChannels', userId, isMailOn: input.mail, webhookUrl, newSecretId } as const;
    const changed = await parts.notices.change(userId, command, request);
    const isNew = !isRefusal(changed) && changed.state.secretId === newSecretId;
    return answerNotices(parts, userId, changed, isNew ? newSecretId : null);
  });

export const rotateWebhookSecret = (parts: Parts): Handler =>
  userHandler(messageOf('rotateWebhookSecret'), async (_input, userId, request) => {
    const newSecretId = secretIdOf(userId, request.commandId);
    const changed = await parts.notices.change(
      userId,
      { type: 'RotateSecret', userId, newSecretId },
      request,
    );
    return answerNotices(parts, userId, changed, newSecretId);
  });

export const sendTestNotice = (parts: Parts): Handler =>
  userHandler(messageOf('sendTestNotice'), async (_input, userId, request) => {
    const noticeId = idFrom('test-notice', userId, request.commandId);
    const notice = { noticeId, kind: 'test', deploymentId: null, detail: '' } as const;
    const changed = await parts.notices.change(userId, { type: 'RaiseNotice', userId, ...notice }, request);
    return answerNotices(parts, userId, changed);
  });

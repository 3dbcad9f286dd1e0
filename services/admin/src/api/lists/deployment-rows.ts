// Deployments as the page of their user shows them.
import type { AdminDeployment, DeploymentEvent } from '@tradeium/contracts';
import { codeWords } from '../../domain/amount-words.ts';
import { chatNamesOf } from '../../projections/chats.ts';
import { deploymentsOf } from '../../projections/deployments.ts';
import type { Dependencies } from '../dependencies.ts';

type EndReason = Extract<
  DeploymentEvent,
  { type: 'DeploymentStopped' | 'DeploymentEnded' }
>['data']['reason'];

/** Why one was stopped or has ended; a pause has a code of the catalogue. */
const REASONS: Readonly<Record<EndReason, string>> = {
  'by-user': 'Stopped by its user',
  'by-operator': 'Stopped by an operator',
  'account-locked': 'The account was locked',
  drawdown: 'Its drawdown stop was reached',
  replaced: 'A newer deployment has taken its place',
  'account-deleted': 'The account was deleted',
  'chat-deleted': 'Its chat was deleted',
  refused: 'It could not be started',
};

const isEndReason = (reason: string): reason is EndReason => Object.hasOwn(REASONS, reason);

const reasonWords = (reason: string): string => (isEndReason(reason) ? REASONS[reason] : codeWords(reason));

/** A user's newest deployments, newest first. */
export const deploymentRows = async (
  { models }: Pick<Dependencies, 'models'>,
  userId: string,
): Promise<AdminDeployment[]> => {
  const deployments = await deploymentsOf(models.deployments, userId);
  const chats = await chatNamesOf(
    models.chats,
    deployments.map(({ chatId }) => chatId),
  );
  return deployments.map((deployment) => ({
    id: deployment._id,
    mode: deployment.mode,
    exchange: deployment.exchange,
    chat_name: chats.get(deployment.chatId) ?? '',
    folder_name: deployment.folderName,
    status: deployment.status,
    reason: deployment.reason === null ? null : reasonWords(deployment.reason),
    auto_rebalance: deployment.isOn,
    created_at: deployment.createdAt,
    last_rebalance_at: deployment.rebalancedAt,
    value_usdt: deployment.valueUsdt,
    return_percent: deployment.growth === null ? null : (deployment.growth - 1) * 100,
    valued_at: deployment.valuedAt,
  }));
};

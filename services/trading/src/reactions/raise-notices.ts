// Raises notices for what a user must know at once, and starts their delivery.
import { type DeploymentEvent, isRefusal, type NoticeEvent, type Refusal } from '@tradeium/contracts';
import { idFrom, idsCausedBy, type StoredEvent } from '@tradeium/event-store';
import type { Stores } from '../aggregates.ts';
import { deliverNotice } from '../commands/deliver-notice.ts';
import { noticeOfEvent } from '../domain/notice-of-event.ts';

/** Anything older is not news. */
export const NOTICED_WITHIN_MS = 24 * 3_600_000;

/** Handles the events of a deployment. */
export const raiseNotice =
  (dependencies: Pick<Stores, 'notices'>) =>
  async ({ event, meta, sequence, index }: StoredEvent<DeploymentEvent>): Promise<Refusal | undefined> => {
    const raised = noticeOfEvent(event);
    if (!raised) return undefined;
    const { isAboutAll = false, ...said } = raised;
    const { userId } = event.data;
    const deploymentId = isAboutAll ? null : event.data.deploymentId;
    // One command stops all deployments, each in its own event.
    const cause = isAboutAll ? `${userId}:${meta.commandId}` : `${deploymentId}:${sequence}:${index}`;
    const commandId = `notice:${cause}`;
    const noticeId = idFrom('notice', cause);
    const command = { type: 'RaiseNotice', userId, deploymentId, noticeId, ...said } as const;
    const changed = await dependencies.notices.change(userId, command, { commandId, ...idsCausedBy(meta) });
    return isRefusal(changed) ? changed : undefined;
  };

/** Handles the events of a user's notices. */
export const deliverRaised =
  (dependencies: Parameters<typeof deliverNotice>[0]) =>
  async ({ event }: StoredEvent<NoticeEvent>): Promise<void> => {
    if (event.type !== 'NoticeRaised' || event.data.channels.length === 0) return;
    const { userId, noticeId, channels } = event.data;
    await deliverNotice(dependencies, { userId, noticeId, channels });
  };

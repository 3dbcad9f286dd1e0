// Links to results: who may make one, when it ends, and the commands on it.
import { isRefusal, type Refusal, refuse, SHARED_LINKS_MAX, type WorkspaceEvent } from '@tradeium/contracts';
import { type FolderOfRun, livingFolder } from './folders.ts';
import { chatIn, type SharedLink, type Workspace } from './workspace-state.ts';

/** `folder` is null where the chat doesn't have it. `days`: null for no end. */
export type SharedLinkCommand =
  | {
      type: 'ShareResult';
      userId: string;
      chatId: string;
      folder: FolderOfRun | null;
      linkId: string;
      showsCode: boolean;
      days: number | null;
    }
  | { type: 'RevokeSharedLink'; userId: string; linkId: string };

const DAY_MS = 86_400_000;

/** A link with the chat of its result. */
export type PlacedLink = SharedLink & { readonly chatId: string };

/** The links of a workspace, oldest first, with those that have expired. */
export const linksOf = ({ chats }: Workspace): PlacedLink[] =>
  Object.entries(chats)
    .flatMap(([chatId, { links }]) => links.map((link) => ({ ...link, chatId })))
    .sort((a, b) => a.at.localeCompare(b.at));

/** True until the link expires; times are ISO 8601. */
export const isLinkLive = ({ expiresAt }: Pick<SharedLink, 'expiresAt'>, now: string): boolean =>
  expiresAt === null || now < expiresAt;

/** The link with this id, if it works at `now`. */
export const liveLink = (workspace: Workspace, linkId: string, now: string): PlacedLink | undefined =>
  linksOf(workspace).find((link) => link.linkId === linkId && isLinkLive(link, now));

/** Decides a command on links; refusals in the order in which they are checked. */
export const decideSharedLink = (
  command: SharedLinkCommand,
  workspace: Workspace,
  now: string,
): WorkspaceEvent[] | Refusal => {
  const { userId, linkId } = command;
  if (command.type === 'RevokeSharedLink') {
    const link = linksOf(workspace).find((one) => one.linkId === linkId);
    if (!link) return refuse('SHARED_RESULT_NOT_FOUND');
    const { chatId, runId } = link;
    return [{ type: 'SharedLinkRevoked', data: { userId, chatId, runId, linkId } }];
  }
  const { chatId, showsCode, days } = command;
  const chat = chatIn(workspace, chatId);
  if (!chat) return refuse('CHAT_NOT_FOUND');
  const folder = livingFolder(chat, command.folder);
  if (isRefusal(folder)) return folder;
  if (showsCode && !folder.hasCode) return refuse('NO_CODE_TO_SHOW');
  if (linksOf(workspace).filter((link) => isLinkLive(link, now)).length >= SHARED_LINKS_MAX)
    return refuse('TOO_MANY_SHARED_LINKS', { limit: SHARED_LINKS_MAX });
  const expiresAt = days === null ? null : new Date(Date.parse(now) + days * DAY_MS).toISOString();
  const { runId } = folder;
  return [{ type: 'ResultShared', data: { userId, chatId, runId, linkId, showsCode, at: now, expiresAt } }];
};

// The links of the signed-in user to results: listing, making and revoking them.
import { hash, randomBytes } from 'node:crypto';
import {
  isRefusal,
  messageOf,
  READ_YOUR_WRITES_TIMEOUT_MS,
  refuse,
  type SharedLink,
} from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { isLinkLive, linksOf, type PlacedLink } from '../../domain/shared-links.ts';
import { foldersOfRuns } from '../../projections/runs.ts';
import type { Dependencies } from '../dependencies.ts';
import { folderEntry } from './folder-entry.ts';
import { folderOfRun } from './folder-of-chat.ts';

const TOKEN_BYTES = 32;

/** The id that a link has everywhere but in its own address. */
export const linkIdOf = (token: string): string => hash('sha256', token, 'base64url');

type Listing = Pick<Dependencies, 'runModel' | 'now'>;

/** The links as their user's lists show them; one whose result is gone by now is left out. */
const entriesOf = async (
  { runModel, now }: Listing,
  userId: string,
  links: readonly PlacedLink[],
): Promise<SharedLink[]> => {
  const folders = await foldersOfRuns(
    runModel,
    userId,
    links.map(({ runId }) => runId),
  );
  const entries = new Map(folders.map((folder) => [folder._id, folderEntry(folder)]));
  const at = now().toISOString();
  return links.flatMap((link) => {
    const entry = entries.get(link.runId);
    if (!entry) return [];
    return [
      {
        id: link.linkId,
        backtest_id: link.chatId,
        run_id: link.runId,
        name: `${entry.result?.strategy ?? ''} · ${entry.display_name}`,
        shows_code: link.showsCode,
        created_at: link.at,
        expires_at: link.expiresAt,
        state: isLinkLive(link, at) ? ('active' as const) : ('expired' as const),
      },
    ];
  });
};

export const listSharedLinks = ({
  workspaces,
  ...listing
}: Listing & Pick<Dependencies, 'workspaces'>): Handler =>
  userHandler(messageOf('listSharedLinks'), async (_input, userId) => {
    const { state } = await workspaces.load(userId);
    return answer({ links: await entriesOf(listing, userId, linksOf(state).reverse()) });
  });

export const shareResult = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('shareResult'), async (input, userId, request) => {
    const { backtest_id: chatId, run_id: runId, days, show_code: showsCode } = input;
    const folder = await folderOfRun(dependencies, { userId, chatId }, runId);
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const linkId = linkIdOf(token);
    const command = { type: 'ShareResult', userId, chatId, folder, linkId, showsCode, days } as const;
    const change = await dependencies.workspaces.change(userId, command, { ...request, input });
    if (isRefusal(change)) return change;
    const made = linksOf(change.state).filter((link) => link.linkId === linkId);
    // A command that is sent again has no token to show a second time.
    if (made.length === 0) return refuse('COMMAND_ID_REUSED');
    // Its maker opens it at once, as a visitor who knows of no writes.
    await dependencies.haveSeen(change.written.sequence, READ_YOUR_WRITES_TIMEOUT_MS);
    const [link] = await entriesOf(dependencies, userId, made);
    return link ? answer({ token, link }, change.written) : refuse('FOLDER_NOT_FOUND');
  });

export const revokeSharedLink = ({ workspaces }: Pick<Dependencies, 'workspaces'>): Handler =>
  userHandler(messageOf('revokeSharedLink'), async (input, userId, request) => {
    const command = { type: 'RevokeSharedLink', userId, linkId: input.id } as const;
    const change = await workspaces.change(userId, command, { ...request, input });
    return isRefusal(change) ? change : answer({ message: 'The link is revoked' }, change.written);
  });

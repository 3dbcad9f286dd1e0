// Answers anybody who has the link of a result with what it shows.
import { messageOf, refuse } from '@tradeium/contracts';
import { answer, type Handler, handler, KeyDestroyed } from '@tradeium/service-kit';
import { liveLink, type PlacedLink } from '../../domain/shared-links.ts';
import { shownSettings, shownStatistics } from '../../domain/shown-result.ts';
import { displayName } from '../../domain/strategy-filename.ts';
import { folderToShow } from '../../projections/runs.ts';
import { makerOfLink } from '../../projections/shared-links.ts';
import type { Dependencies } from '../dependencies.ts';
import { linkIdOf } from './shared-links.ts';

type Reading = Pick<Dependencies, 'workspaces' | 'sharedLinksModel' | 'runModel' | 'files' | 'now'>;

/** The read model only finds the user; the workspace, which is always the newest, says if the link works. */
const findLink = async (
  { workspaces, sharedLinksModel, now }: Reading,
  token: string,
): Promise<{ userId: string; link: PlacedLink } | null> => {
  const linkId = linkIdOf(token);
  const userId = await makerOfLink(sharedLinksModel, linkId);
  if (userId === null) return null;
  const { state } = await workspaces.load(userId);
  const link = liveLink(state, linkId, now().toISOString());
  return link ? { userId, link } : null;
};

/** The result behind a link; null where it is gone, or has no figures. */
const shownBy = async ({ runModel, files }: Reading, userId: string, link: PlacedLink) => {
  const run = await folderToShow(runModel, userId, link.runId);
  const textOf = async (filename: 'Settings' | 'Statistics' | 'Strategy'): Promise<string | null> => {
    const file = run?.files.find((one) => one.filename === filename);
    return file ? (await files.get(userId, file.digest)).toString('utf8') : null;
  };
  const [settings, statistics] = [await textOf('Settings'), await textOf('Statistics')];
  if (!run?.endedAt || settings === null || statistics === null) return null;
  return {
    strategy: displayName(run.strategy),
    made_at: run.endedAt,
    expires_at: link.expiresAt,
    settings: shownSettings(settings),
    statistics: shownStatistics(statistics),
    code: link.showsCode ? await textOf('Strategy') : null,
  };
};

export const readSharedResult = (dependencies: Reading): Handler =>
  handler(messageOf('readSharedResult'), async ({ token }) => {
    const found = await findLink(dependencies, token);
    if (!found) return refuse('SHARED_RESULT_NOT_FOUND');
    const shown = await shownBy(dependencies, found.userId, found.link).catch((cause: unknown) => {
      // Its user's account is being deleted.
      if (cause instanceof KeyDestroyed) return null;
      throw cause;
    });
    return shown ? answer(shown) : refuse('SHARED_RESULT_NOT_FOUND');
  });

// Marks a strategy file or a result folder as a favourite, and takes the mark away again.
import { type Favorite, isRefusal, messageOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import type { FavoriteCommand, Marked } from '../../domain/favorites.ts';
import type { Dependencies } from '../dependencies.ts';
import { folderNamed } from './folder-of-chat.ts';

const markedOf = async (dependencies: Dependencies, userId: string, favorite: Favorite): Promise<Marked> => {
  const { item_type, item_id, backtest_id: chatId } = favorite;
  if (item_type === 'strategy') return { type: 'strategy', filename: item_id };
  return {
    type: 'folder',
    folder: await folderNamed(dependencies, { userId, chatId, folderName: item_id }),
  };
};

const changing = (
  message: ReturnType<typeof messageOf<'addFavorite'>>,
  type: FavoriteCommand['type'],
  dependencies: Dependencies,
): Handler =>
  userHandler(message, async (input, userId, request) => {
    const marked = await markedOf(dependencies, userId, input);
    const command = { type, userId, chatId: input.backtest_id, marked };
    const change = await dependencies.workspaces.change(userId, command, { ...request, input });
    return isRefusal(change) ? change : answer({ favorited: type === 'AddFavorite' }, change.written);
  });

export const addFavorite = (dependencies: Dependencies): Handler =>
  changing(messageOf('addFavorite'), 'AddFavorite', dependencies);

export const removeFavorite = (dependencies: Dependencies): Handler =>
  changing(messageOf('removeFavorite'), 'RemoveFavorite', dependencies);

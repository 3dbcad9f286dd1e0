// Lists a user's favourites.
import { messageOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { favoritesOf } from '../../projections/favorites.ts';
import type { Dependencies } from '../dependencies.ts';

export const listFavorites = ({ favoritesModel }: Pick<Dependencies, 'favoritesModel'>): Handler =>
  userHandler(messageOf('listFavorites'), async (_, userId) =>
    answer({ favorites: await favoritesOf(favoritesModel, userId) }),
  );

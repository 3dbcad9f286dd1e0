// The user's favourites, and the star that makes something one.
import type { Favorite } from '@tradeium/contracts';
import { useCallback, useMemo } from 'react';
import { type AppDispatch, useAppDispatch } from '../../core/store.ts';
import { messageOf } from '../../lib/failure.ts';
import { showToast } from '../../ui/toast.ts';
import { favoriteKey, setFavorite, useListFavoritesQuery } from './api.ts';

export type Star = { isOn: boolean; onToggle: () => void };

/** The favourites; `isMarked` checks whether something is one. */
export const useFavorites = () => {
  const { data, error, refetch } = useListFavoritesQuery();
  const marked = useMemo(() => new Set(data?.favorites.map(favoriteKey)), [data]);
  const isMarked = useCallback((favorite: Favorite) => marked.has(favoriteKey(favorite)), [marked]);
  return { favorites: data?.favorites ?? [], error: data ? undefined : error, refetch, isMarked };
};

/** Marks or unmarks a favourite, and reports it. */
const changeFavorite = (favorite: Favorite, isOn: boolean) => async (dispatch: AppDispatch) => {
  try {
    await dispatch(setFavorite(favorite, isOn));
    showToast('success', isOn ? 'Added to favorites' : 'Removed from favorites');
  } catch (failure) {
    console.warn(`Failed to update favorite: ${messageOf(failure)}`);
    showToast('error', 'Error updating favorite');
  }
};

/** The star of something that is marked, or is not. */
export const useStar = (favorite: Favorite, isOn: boolean): Star => {
  const dispatch = useAppDispatch();
  return { isOn, onToggle: () => void dispatch(changeFavorite(favorite, !isOn)) };
};

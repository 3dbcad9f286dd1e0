// The section 'Favorites' at the top of the list: the user's favourites from all chats.
import { IconBrandPython, IconFolder } from '@tabler/icons-react';
import type { Chat, Favorite } from '@tradeium/contracts';
import { useAppDispatch, useAppSelector } from '../../core/store.ts';
import { messageOf } from '../../lib/failure.ts';
import { showToast } from '../../ui/toast.ts';
import { indexOfFile } from './api.ts';
import classes from './favorites.module.css';
import { favoriteWords } from './names.ts';
import { starEntry } from './star-entry.ts';
import { FailedLines } from './tree/row-states.tsx';
import { useTreeActions } from './tree/tree-actions.ts';
import { TreeRow } from './tree/tree-row.tsx';
import { chatOpened, isSectionOpen, sectionToggled } from './tree/tree-slice.ts';
import { useFavorites, useStar } from './use-favorites.ts';

const SECTION = 'favorites';

const FavoriteEntry = ({ favorite, chat }: { favorite: Favorite; chat: Chat }) => {
  const star = useStar(favorite, true);
  const dispatch = useAppDispatch();
  const { select } = useTreeActions();
  const isStrategy = favorite.item_type === 'strategy';
  const Icon = isStrategy ? IconBrandPython : IconFolder;
  const open = async () => {
    const type = isStrategy ? 'strategy' : 'backtest_folder';
    const index = await dispatch(indexOfFile(chat.id, type, favorite.item_id));
    dispatch(chatOpened(chat.id));
    if (index === -1)
      showToast('error', isStrategy ? 'Strategy file not found' : 'Backtest folder not found');
    select(chat.id, index === -1 ? null : { kind: isStrategy ? 'strategy' : 'folder', index });
  };
  const { name, moment } = favoriteWords(favorite);
  return (
    <TreeRow
      name={name}
      level={2}
      title={`${favorite.item_id}, in ${chat.name}`}
      icon={<Icon size={15} stroke={1.7} aria-hidden />}
      detail={
        <>
          {moment === null ? null : `${moment} · `}
          <bdi>{chat.name}</bdi>
        </>
      }
      onSelect={open}
      star={star}
      entries={() => [starEntry(star)]}
    />
  );
};

/** Nothing as long as there are none. */
export const Favorites = ({ chats }: { chats: readonly Chat[] }) => {
  const dispatch = useAppDispatch();
  const isOpen = useAppSelector((state) => isSectionOpen(state, SECTION));
  const { favorites, error, refetch } = useFavorites();
  const toggle = () => dispatch(sectionToggled(SECTION));
  if (error)
    return (
      <FailedLines
        level={1}
        text={`The favorites could not be listed: ${messageOf(error)}`}
        onRetry={() => void refetch()}
      />
    );
  const byId = new Map(chats.map((chat) => [chat.id, chat]));
  const entries = favorites.flatMap((favorite) => {
    const chat = byId.get(favorite.backtest_id);
    return chat ? [{ favorite, chat }] : [];
  });
  if (entries.length === 0) return null;
  return (
    <div className={classes.favorites}>
      <TreeRow name="Favorites" level={1} look="section" onSelect={toggle} open={isOpen} onToggle={toggle} />
      {isOpen
        ? entries.map(({ favorite, chat }) => (
            <FavoriteEntry
              key={`${favorite.item_type}/${chat.id}/${favorite.item_id}`}
              favorite={favorite}
              chat={chat}
            />
          ))
        : null}
    </div>
  );
};

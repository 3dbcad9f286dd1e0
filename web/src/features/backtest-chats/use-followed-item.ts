// The selected item as it stands now: the one of the URL, unless its chat's list has changed below it.
import type { SessionFile } from '@tradeium/contracts';
import { useEffect, useState } from 'react';
import { type Item, itemKeyOf, runsOfItem } from '../../lib/item-key.ts';
import { followItem, placedItem } from './follow-item.ts';

type Seen = {
  chatId: string;
  chosenKey: string;
  item: Item | null;
  /** There is no such result folder. */
  isWrong: boolean;
  files: readonly SessionFile[];
  /** An item that has only moved is the same choice. */
  choice: { count: number; key: string };
};

const choiceKeyOf = (item: Item | null): string =>
  item === null ? '' : [itemKeyOf(item), runsOfItem(item) ?? ''].join('?');

/**
 * The item to show for `chosen`, which counts in `files` (undefined while they load). When the files change, it is the
 * same thing at its new place, or null when that is gone; `onMoved` then brings the URL up to date. `choiceKey` stays
 * the same for as long as the same thing is shown, wherever it moves and whatever it is called. `isWrong`: the chosen
 * result was never there, so the URL stays as it is.
 */
export const useFollowedItem = (
  chatId: string | undefined,
  chosen: Item | null,
  files: readonly SessionFile[] | undefined,
  onMoved: (item: Item | null) => void,
) => {
  const [seen, setSeen] = useState<Seen>();
  const chosenKey = choiceKeyOf(chosen);
  const isOfChat = seen !== undefined && seen.chatId === chatId;
  // The URL may only have been brought up to date.
  const isKept = isOfChat && (seen.chosenKey === chosenKey || choiceKeyOf(seen.item) === chosenKey);
  const count = (seen?.choice.count ?? 0) + 1;
  const choice = isKept ? seen.choice : { count, key: `${count}/${chosenKey}` };
  let item = isKept ? seen.item : chosen;
  let isWrong = isKept && seen.isWrong;
  const isStale = !isKept || seen.chosenKey !== chosenKey || seen.files !== files;
  if (chatId !== undefined && files !== undefined && isStale) {
    if (isKept && !isWrong) item = followItem(seen.item, seen.files, files);
    else {
      item = chosen && placedItem(chosen, files);
      isWrong = chosen !== null && item === null;
    }
    setSeen({ chatId, chosenKey, item, isWrong, files, choice });
  }
  const hasMoved = chatId !== undefined && !isWrong && choiceKeyOf(item) !== chosenKey;
  useEffect(() => {
    if (hasMoved) onMoved(item);
  }, [hasMoved, item, onMoved]);
  return { item, isWrong, choiceKey: choice.key };
};

// The star of a line as an entry of its menu, for the keyboard and for touch.
import { IconStar, IconStarOff } from '@tabler/icons-react';
import type { MenuEntry } from './tree/tree-actions.ts';
import type { Star } from './use-favorites.ts';

export const starEntry = ({ isOn, onToggle }: Star): MenuEntry => ({
  label: isOn ? 'Remove from favorites' : 'Add to favorites',
  icon: isOn ? IconStarOff : IconStar,
  run: onToggle,
});

// The command palette's actions, besides the places it leads to: those of the page that is shown, and those of the whole app.
import { useState } from 'react';
import { type Command, offeredCommands } from '../../lib/commands/use-command.ts';
import { useBasicMode } from '../../lib/use-basic-mode.ts';
import { useOtherScheme } from '../../ui/color-scheme-toggle.tsx';
import { useLogout } from '../use-logout.ts';

type Commands = { readonly page: readonly Command[]; readonly app: readonly Command[] };

/** As they are when the palette is opened, which is for one choice. */
export const useCommands = (onGuide: () => void): Commands => {
  const { other, switchScheme } = useOtherScheme();
  const [isBasic, setBasic] = useBasicMode();
  const leave = useLogout();
  const openApi = () => window.location.assign('/api/docs');
  const switchLayout = () => setBasic(!isBasic);
  const layout = isBasic ? 'Switch to Pro' : 'Switch to Basic';
  const [commands] = useState(() => ({
    page: offeredCommands(),
    app: [
      { name: 'How to write a strategy', also: 'docs documentation guide help functions', run: onGuide },
      { name: 'API documentation', also: 'docs reference', run: openApi },
      { name: `Switch to ${other} mode`, also: 'colour color scheme theme', run: switchScheme },
      { name: layout, also: 'layout simple', run: switchLayout },
      { name: 'Log out', also: 'logout sign out', run: leave },
    ],
  }));
  return commands;
};

// The actions that every line of the list of chats can request from the panel around it.
import type { Icon } from '@tabler/icons-react';
import type { Chat, SessionFile, TradingDeployment } from '@tradeium/contracts';
import { createContext, useContext } from 'react';
import type { Item } from '../../../lib/item-key.ts';

export type MenuEntry = {
  readonly label: string;
  readonly icon: Icon;
  readonly run: () => void;
  /** It destroys something. */
  readonly isDanger?: boolean;
};

/** The menu of a line, and its position (pixels of the window). */
export type OpenMenu = {
  readonly name: string;
  readonly entries: readonly MenuEntry[];
  readonly line: HTMLElement;
  readonly x: number;
  readonly y: number;
};

export type FileDialogKind = 'rename-strategy' | 'delete-strategy' | 'rename-folder' | 'delete-folder';
export type ChatDialogKind = 'rename' | 'duplicate' | 'details' | 'delete';

/** The open dialog; `files` are the chat's files, with the names already in use. */
export type OpenDialog =
  | { readonly kind: 'create' }
  | { readonly kind: ChatDialogKind; readonly chat: Chat }
  | {
      readonly kind: FileDialogKind;
      readonly chat: Chat;
      readonly file: SessionFile;
      readonly files: readonly SessionFile[];
    };

/** The states of the deployments that have not ended, by `<chat>/<folder>` of their results. */
export type DeployedResults = ReadonlyMap<string, TradingDeployment['status']>;

export type TreeActions = {
  readonly select: (chatId: string | null, item: Item | null) => void;
  readonly openDialog: (dialog: OpenDialog) => void;
  readonly openMenu: (menu: OpenMenu) => void;
  readonly deployed: DeployedResults;
  /** Results are chosen to be deployed, and nothing else is done with them. */
  readonly isDeploying: boolean;
};

export const TreeActionsContext = createContext<TreeActions | null>(null);

/** The actions of a line's panel; stable for its lifetime. */
export const useTreeActions = (): TreeActions => {
  const actions = useContext(TreeActionsContext);
  if (!actions) throw new Error('a line of the list stands outside of its panel');
  return actions;
};

// The chat's actions on the code of a reply, as the workspace lets it have them.
import type { ChatSelection, SessionFile } from '@tradeium/contracts';

export type StrategyFile = Pick<SessionFile, 'filename' | 'version'>;

export type ChatActions = {
  /** Saves code as a new strategy file of the chat unless one holds it already, and shows it; resolves to the file's name. `coins`: on which it ran in the chat. */
  readonly apply: (code: string, coins: readonly string[] | null) => Promise<string>;
  /** The strategy files of the chat. */
  readonly files: readonly StrategyFile[];
  /** The selected strategy file, whose code can be replaced; null while anything else is selected. */
  readonly selectedFile: string | null;
  /** The item shown in the workspace, which a message is about. */
  readonly selected: ChatSelection;
  /** The code of the selected strategy file as it is saved; null while it is unknown, or no file is selected. */
  readonly selectedCode: string | null;
  /** The code of a strategy file as it is saved. */
  readonly read: (filename: string) => Promise<string>;
  /** Saves code as a new version of the selected strategy file. */
  readonly replace: (code: string, filename: string, coins: readonly string[] | null) => Promise<void>;
};

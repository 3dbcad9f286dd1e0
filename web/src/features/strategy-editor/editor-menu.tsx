// An editor's offers besides typing: search, a line by its number, how code is shown, and the file itself.
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import {
  IconDots,
  IconDownload,
  IconListNumbers,
  IconSearch,
  IconTextDecrease,
  IconTextIncrease,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { downloadText } from '../../lib/download.ts';
import classes from './strategy-editor.module.css';
import { type EditorPreferences, resized } from './use-editor-preferences.ts';

export type EditorMenuProps = {
  filename: string;
  code: string;
  preferences: EditorPreferences;
  onPreferences: (preferences: EditorPreferences) => void;
  onFind: () => void;
  onGoToLine: () => void;
};

const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '');
const Keys = ({ children }: { children: ReactNode }) => <span className={classes.keys}>{children}</span>;

/** Entries that open a panel of the editor leave the focus to it. */
export const EditorMenu = (props: EditorMenuProps) => {
  const { filename, code, preferences, onPreferences, onFind, onGoToLine } = props;
  const download = () => downloadText(filename, code, 'text/x-python;charset=utf-8');
  return (
    <Menu width={260} returnFocus={false}>
      <Menu.Target>
        <Tooltip label="Editor options">
          <ActionIcon size="md" aria-label="Editor options">
            <IconDots size={18} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconSearch size={15} />}
          rightSection={<Keys>{isMac ? '⌘F' : 'Ctrl+F'}</Keys>}
          onClick={onFind}
        >
          Find and replace
        </Menu.Item>
        <Menu.Item
          leftSection={<IconListNumbers size={15} />}
          rightSection={<Keys>Ctrl+G</Keys>}
          onClick={onGoToLine}
        >
          Go to line
        </Menu.Item>
        <Menu.Divider />
        <Menu.CheckboxItem
          checked={preferences.wrap}
          onChange={(wrap) => onPreferences({ ...preferences, wrap })}
        >
          Wrap long lines
        </Menu.CheckboxItem>
        <Menu.Item
          closeMenuOnClick={false}
          leftSection={<IconTextIncrease size={15} />}
          rightSection={<Keys>{preferences.fontSizePx} px</Keys>}
          onClick={() => onPreferences(resized(preferences, 1))}
        >
          Larger type
        </Menu.Item>
        <Menu.Item
          closeMenuOnClick={false}
          leftSection={<IconTextDecrease size={15} />}
          onClick={() => onPreferences(resized(preferences, -1))}
        >
          Smaller type
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconDownload size={15} />} onClick={download}>
          Download .py
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};

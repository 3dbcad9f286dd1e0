// The command palette: one field that leads to any chat, strategy, result or action by a few letters.
import { Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { SessionFile } from '@tradeium/contracts';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { useAppDispatch } from '../../core/store.ts';
import { useIsOperator } from '../../features/admin/use-role.ts';
import { filesOfChats, useListChatsQuery } from '../../features/backtest-chats/api.ts';
import { useSearchParams } from '../../lib/address.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import classes from './command-palette.module.css';
import { fittingEntries, type PaletteEntry, paletteEntries } from './palette-entries.ts';
import { useCommands } from './use-commands.ts';

/** The newest chats, whose files are looked through. */
const CHATS_LISTED_MAX = 30;

/** Everything that there is; files come in when they are listed. */
const useEntries = (onGuide: () => void): PaletteEntry[] => {
  const commands = useCommands(onGuide);
  const dispatch = useAppDispatch();
  const { data: chats } = useListChatsQuery();
  const chatId = useSearchParams().get('chat');
  const isOperator = useIsOperator();
  const [files, setFiles] = useState<ReadonlyMap<string, readonly SessionFile[]>>(new Map());
  useEffect(() => {
    let isWanted = true;
    const ids = (chats ?? []).slice(0, CHATS_LISTED_MAX).map(({ id }) => id);
    void dispatch(filesOfChats(ids)).then((listed) => isWanted && setFiles(listed));
    return () => {
      isWanted = false;
    };
  }, [chats, dispatch]);
  return useMemo(
    () => paletteEntries({ chats: chats ?? [], files, chatId, isOperator, commands }),
    [chats, files, chatId, isOperator, commands],
  );
};

type OptionProps = {
  entry: PaletteEntry;
  id: string;
  isFirstOfGroup: boolean;
  isActive: boolean;
  onChoose: () => void;
  onPoint: () => void;
};

const Option = ({ entry, id, isFirstOfGroup, isActive, onChoose, onPoint }: OptionProps) => {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <>
      {isFirstOfGroup ? (
        <Text size="xs" c="dimmed" className={classes.group ?? ''} role="presentation">
          {entry.group}
        </Text>
      ) : null}
      {/* The field keeps the focus, and its keys move between the options. */}
      <div
        ref={ref}
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={isActive}
        className={classes.option}
        onClick={onChoose}
        onKeyDown={({ key }) => key === 'Enter' && onChoose()}
        onPointerMove={onPoint}
      >
        <bdi className={classes.name}>{entry.name}</bdi>{' '}
        <span className={classes.detail}>{entry.detail}</span>
        {entry.keys === undefined ? null : <kbd className={classes.keys}>{entry.keys}</kbd>}
      </div>
    </>
  );
};

/** The place after a key: round and round. */
const placeAfter = (key: string, place: number, count: number): number | null => {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (place + 1) % count;
  if (key === 'ArrowUp') return (place + count - 1) % count;
  return null;
};

type CommandPaletteProps = {
  onClose: () => void;
  /** Opens the guide to strategies. */
  onGuide: () => void;
};

/** Opened for one choice. */
export const CommandPalette = ({ onClose, onGuide }: CommandPaletteProps) => {
  const id = useId();
  const entries = useEntries(onGuide);
  const [typed, setTyped] = useState('');
  const [place, setPlace] = useState(0);
  const shown = useMemo(() => fittingEntries(entries, typed), [entries, typed]);
  const active = Math.min(place, shown.length - 1);
  const choose = (entry: PaletteEntry | undefined) => {
    if (!entry) return;
    const { choice } = entry;
    onClose();
    if (typeof choice === 'string') navigate(choice);
    // Once the focus is back: a dialog that opens now returns it there.
    else setTimeout(choice);
  };
  const press = (event: KeyboardEvent) => {
    const next = placeAfter(event.key, active, shown.length);
    if (next === null && event.key !== 'Enter') return;
    event.preventDefault();
    if (next === null) choose(shown[active]);
    else setPlace(next);
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      withCloseButton={false}
      centered={false}
      yOffset="8vh"
      padding={0}
      size="lg"
      aria-label="Search chats, results and actions"
      transitionProps={{ duration: 0 }}
    >
      <TextInput
        data-autofocus
        size="md"
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}list`}
        aria-activedescendant={shown.length > 0 ? `${id}${active}` : undefined}
        aria-label="Search chats, results and actions"
        placeholder="Chat, strategy, result or action"
        leftSection={<IconSearch size={16} aria-hidden />}
        classNames={{ input: classes.field ?? '' }}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setPlace(0);
        }}
        onKeyDown={press}
      />
      <div id={`${id}list`} role="listbox" aria-label="Chats, results and actions" className={classes.list}>
        {shown.map((entry, at) => (
          <Option
            key={entry.id}
            entry={entry}
            id={`${id}${at}`}
            isFirstOfGroup={shown[at - 1]?.group !== entry.group}
            isActive={at === active}
            onChoose={() => choose(entry)}
            onPoint={() => setPlace(at)}
          />
        ))}
      </div>
      {shown.length === 0 ? (
        <Text size="sm" c="dimmed" p="md" role="status">
          Nothing has “{typed.trim()}”.
        </Text>
      ) : null}
    </Dialog>
  );
};

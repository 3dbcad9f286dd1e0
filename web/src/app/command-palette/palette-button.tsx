// The button of the command palette, and Ctrl+K (on a Mac Cmd+K), which opens it from anywhere.
import { ActionIcon } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { lazyNamed } from '../../lib/loading/lazy-named.ts';

const CommandPalette = lazyNamed(() => import('./command-palette.tsx'), 'CommandPalette');
const StrategyGuide = lazyNamed(
  () => import('../../features/strategy-editor/guide/strategy-guide.tsx'),
  'StrategyGuide',
);
/** Tried again by the press itself when it fails. */
const foresee = () => void CommandPalette.preload().catch(console.warn);

/** The palette is loaded when it is first opened. */
export const PaletteButton = () => {
  const [isOpen, setOpen] = useState(false);
  const [readsGuide, setReadsGuide] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isKey = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (!isKey || event.altKey || event.shiftKey) return;
      event.preventDefault();
      event.stopPropagation();
      setOpen((was) => !was);
    };
    // Before the editor, which cuts the line with it.
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, []);
  return (
    <>
      <ActionIcon
        size="lg"
        title="Search chats, results and actions (Ctrl+K)"
        aria-label="Search chats, results and actions"
        aria-keyshortcuts="Control+K"
        aria-haspopup="dialog"
        onPointerEnter={foresee}
        onClick={() => setOpen(true)}
      >
        <IconSearch size={18} stroke={1.7} aria-hidden />
      </ActionIcon>
      <Suspense>
        {isOpen ? (
          <CommandPalette onClose={() => setOpen(false)} onGuide={() => setReadsGuide(true)} />
        ) : null}
      </Suspense>
      <Suspense>{readsGuide ? <StrategyGuide onClose={() => setReadsGuide(false)} /> : null}</Suspense>
    </>
  );
};

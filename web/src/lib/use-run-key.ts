// Ctrl+Enter (on a Mac Cmd+Enter) runs what is selected, from wherever the focus is on the page.
import { useEffect, useRef } from 'react';
import { useCommand } from './commands/use-command.ts';

/** A dialog has the keys for itself. */
const hasDialog = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

/** `run` is null while there is nothing to run: then the key does what it does elsewhere. `name` is for the command palette. */
export const useRunKey = (run: (() => void) | null, name: string): void => {
  useCommand(run && { name, also: 'run backtest start', keys: 'Ctrl+Enter', run });
  const current = useRef(run);
  useEffect(() => {
    current.current = run;
  }, [run]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isKey =
        event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
      if (!isKey || !current.current || event.repeat || hasDialog()) return;
      event.preventDefault();
      event.stopPropagation();
      current.current();
    };
    // Before the editor, in which the key would begin a line.
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, []);
};

// The commands of the page that is shown, for the palette: each part offers its own while they can be used.
import { useEffect, useRef } from 'react';

export type Command = {
  readonly name: string;
  /** Other words that it is looked for by. */
  readonly also?: string;
  /** The keys that do the same. */
  readonly keys?: string;
  readonly run: () => void;
};

const offered = new Map<symbol, Command>();

/** The commands that can be used now; those with a shortcut come first, as they are used most. */
export const offeredCommands = (): readonly Command[] =>
  [...offered.values()].sort((one, other) => Number(Boolean(other.keys)) - Number(Boolean(one.keys)));

/** Offers a command while it is not null. */
export const useCommand = (command: Command | null): void => {
  const current = useRef(command);
  useEffect(() => {
    current.current = command;
  });
  const { name, also = '', keys = '' } = command ?? {};
  useEffect(() => {
    if (name === undefined) return;
    const key = Symbol(name);
    const run = () => current.current?.run();
    offered.set(key, { name, run, ...(also && { also }), ...(keys && { keys }) });
    return () => void offered.delete(key);
  }, [name, also, keys]);
};

// Restarts processes when their source changes, for development.
import { watch } from 'node:fs';
import type { ProcessSpec } from './supervised-process.ts';

// An editor writes a file in several steps, and a change of branches writes many.
const QUIET_MS = 300;
const IGNORED = /(^|\/)(node_modules|__pycache__)\/|\.test\.tsx?$|\.pyc$|~$/;

/** Watches the sources of the processes until closed; several changes at once are one reason to restart. */
export const reloadOnChange = (
  specs: readonly ProcessSpec[],
  restart: (name: string, why: string) => void,
): { close(): void } => {
  const folders = new Set(specs.flatMap(({ sources = [] }) => sources));
  const waiting = new Map<string, NodeJS.Timeout>();
  const onChange = (folder: string, file: string): void => {
    if (IGNORED.test(file)) return;
    for (const { name, sources } of specs) {
      if (!sources?.includes(folder)) continue;
      clearTimeout(waiting.get(name));
      waiting.set(
        name,
        setTimeout(() => restart(name, `${file} has changed, restarting`), QUIET_MS),
      );
    }
  };
  const watchers = [...folders].map((folder) =>
    watch(folder, { recursive: true }, (_event, file) => file && onChange(folder, file)),
  );
  return {
    close() {
      for (const watcher of watchers) watcher.close();
      for (const timer of waiting.values()) clearTimeout(timer);
    },
  };
};

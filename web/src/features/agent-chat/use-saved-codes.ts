// The code in the chat's strategy files, for blocks of code to say that they are saved.
import { useCallback, useEffect, useState } from 'react';
import type { ChatActions, StrategyFile } from './chat-actions.ts';

/** How many of the newest files are read. */
const READ_MAX = 20;

/** A save gives it another version. */
const versionKeyOf = ({ filename, version }: StrategyFile): string => `${version} ${filename}`;

/** The code of a file; null while it is not known. Nothing is read while there is no code to compare with. */
export const useSavedCodes = ({ files, read }: Pick<ChatActions, 'files' | 'read'>, isWanted: boolean) => {
  const [codes, setCodes] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    const unread = files
      .slice(-READ_MAX)
      .filter((file) => !codes.has(versionKeyOf(file)))
      .reverse();
    if (!isWanted || unread.length === 0) return;
    let isHere = true;
    const readAll = async () => {
      const found = await Promise.allSettled(
        unread.map(async (file) => [versionKeyOf(file), await read(file.filename)] as const),
      );
      // One that could not be read is not asked for again and again.
      const held = found.map((one, at): readonly [string, string] =>
        one.status === 'fulfilled' ? one.value : [versionKeyOf(unread[at] as StrategyFile), ''],
      );
      if (isHere) setCodes((before) => new Map([...before, ...held]));
    };
    void readAll();
    return () => {
      isHere = false;
    };
  }, [files, read, codes, isWanted]);
  return useCallback((file: StrategyFile): string | null => codes.get(versionKeyOf(file)) || null, [codes]);
};

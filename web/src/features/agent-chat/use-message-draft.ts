// The message that is being written; it survives a reload and a look at another chat.
import { useCallback, useState } from 'react';
import { keepDraft, readDrafts } from '../../lib/draft-storage.ts';

const messageKeyOf = (conversationId: string): string => `message:${conversationId}`;

export const useMessageDraft = (conversationId: string) => {
  const [text, setText] = useState(() => readDrafts()[messageKeyOf(conversationId)]?.code ?? '');
  const write = useCallback(
    (next: string) => {
      setText(next);
      keepDraft(messageKeyOf(conversationId), next === '' ? undefined : { code: next, version: null });
    },
    [conversationId],
  );
  return [text, write] as const;
};

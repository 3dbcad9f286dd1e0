// Puts the code of a reply into the backtest chat, and says in the conversation how that went.
import { isPython } from '@tradeium/contracts/markdown';
import { useMemo, useState } from 'react';
import { isSameStrategy } from '../../lib/code-text.ts';
import { messageOf } from '../../lib/failure.ts';
import { showToast } from '../../ui/toast.ts';
import type { ChatActions } from './chat-actions.ts';
import type { CodeUse } from './reply/code-block.tsx';
import { useSavedCodes } from './use-saved-codes.ts';
import { APPLYING, applyFailedWords, NO_CODE, NO_FILE, REPLACE_FAILED } from './words.ts';

type Note = (id: string, text: string, isError?: boolean) => void;
export type Replacing = { readonly filename: string; readonly code: string };
type Asked = Replacing & { readonly coins: readonly string[] | null };

/** Replacing is asked about first, with what would change. */
export const useCodeActions = (actions: ChatActions, note: Note, isReplying: boolean) => {
  const { apply, replace, files, selectedFile, selectedCode } = actions;
  const [hasCode, setHasCode] = useState(false);
  const codeOf = useSavedCodes(actions, hasCode);
  const [isSaving, setSaving] = useState(false);
  const [kept, setKept] = useState<readonly Replacing[]>([]);
  const [replacing, setReplacing] = useState<Asked | null>(null);
  const isBusy = isReplying || isSaving;

  const use = useMemo((): CodeUse => {
    const onApply = async (block: Parameters<CodeUse['onApply']>[0]) => {
      const { code, coins } = block;
      if (!isPython(block)) return showToast('error', NO_CODE);
      const id = crypto.randomUUID();
      setSaving(true);
      note(id, APPLYING);
      try {
        const filename = await apply(code, coins);
        setKept((earlier) => [...earlier, { filename, code }]);
        note(id, `Strategy saved to this backtest chat as ${filename}.`);
      } catch (thrown) {
        note(id, applyFailedWords(thrown), true);
      }
      setSaving(false);
    };
    const onReplace: CodeUse['onReplace'] = (block) => {
      const { code, coins } = block;
      if (!isPython(block)) return showToast('error', NO_CODE);
      if (selectedFile === null) return showToast('error', NO_FILE);
      setReplacing({ filename: selectedFile, code, coins });
    };
    return {
      onApply: (block) => void onApply(block),
      onReplace,
      onShown: () => setHasCode(true),
      target: selectedFile,
      isSaved: (code: string) =>
        files.some((file) => {
          const { filename } = file;
          const held = (filename === selectedFile ? selectedCode : null) ?? codeOf(file);
          // A file that was saved a moment ago is not read yet.
          if (held === null) return kept.some((one) => one.filename === filename && one.code === code);
          return isSameStrategy(held, code);
        }),
      isBusy,
    };
  }, [apply, note, kept, files, selectedFile, selectedCode, codeOf, isBusy]);

  const confirm = async ({ filename, code, coins }: Asked) => {
    setSaving(true);
    try {
      await replace(code, filename, coins);
      note(crypto.randomUUID(), `The code of ${filename} was replaced.`);
      setReplacing(null);
    } catch (thrown) {
      const words = messageOf(thrown, REPLACE_FAILED);
      showToast('error', words === REPLACE_FAILED ? words : `${REPLACE_FAILED}: ${words}`);
    }
    setSaving(false);
  };
  return { use, isSaving, replacing, confirm, giveUp: () => setReplacing(null) };
};

// Shows what a reply's code changes of the selected strategy file before it replaces it.
import { Button, Group, Skeleton } from '@mantine/core';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { isSameCode } from '../../lib/code-text.ts';
import { messageOf } from '../../lib/failure.ts';
import { lazyNamed } from '../../lib/loading/lazy-named.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { LoadFailure } from '../../ui/loading/load-failure.tsx';
import classes from './agent-chat.module.css';
import type { Replacing } from './use-code-actions.ts';

const CodeCompare = lazyNamed(() => import('../../ui/code/code-compare.tsx'), 'CodeCompare');

type ReplaceDialogProps = Replacing & {
  readonly read: (filename: string) => Promise<string>;
  readonly isSaving: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
};

type Before = { readonly code: string } | { readonly failure: string } | null;

/** The saved code of the file, read when the dialog opens. */
const useBefore = (filename: string, read: (filename: string) => Promise<string>) => {
  const [before, setBefore] = useState<Before>(null);
  const load = useCallback(() => {
    setBefore(null);
    read(filename).then(
      (code) => setBefore({ code }),
      (thrown) => setBefore({ failure: messageOf(thrown) }),
    );
  }, [filename, read]);
  useEffect(load, [load]);
  return { before, load };
};

export const ReplaceDialog = ({ filename, code, read, isSaving, onConfirm, onClose }: ReplaceDialogProps) => {
  const { before, load } = useBefore(filename, read);
  const isSame = before !== null && 'code' in before && isSameCode(before.code, code);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={
        <>
          Replace the code of <bdi>{filename}</bdi>?
        </>
      }
      size="min(1100px, 94vw)"
    >
      <div className={classes.compare}>
        {before === null ? <Skeleton h="100%" aria-label="Loading the code" /> : null}
        {before !== null && 'failure' in before ? <LoadFailure text={before.failure} onRetry={load} /> : null}
        {before !== null && 'code' in before ? (
          <Suspense fallback={<Skeleton h="100%" />}>
            <CodeCompare
              before={{ name: 'Saved code', code: before.code }}
              after={{ name: "The reply's code", code }}
            />
          </Suspense>
        ) : null}
      </div>
      <p className={classes.compareNote}>The saved code stays as a version that can be restored.</p>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          data-autofocus
          loading={isSaving}
          disabled={before === null || !('code' in before) || isSame}
          onClick={onConfirm}
        >
          Replace
        </Button>
      </Group>
    </Dialog>
  );
};

// A strategy file on the screen: its bar, notices, the code, and a status line below.
import { useDisclosure } from '@mantine/hooks';
import type { CodeProblem } from '@tradeium/contracts';
import { Suspense, useCallback, useRef, useState } from 'react';
import { lazyNamed } from '../../lib/loading/lazy-named.ts';
import type { CodeEditorHandle } from '../../ui/code/code-editor.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { CodeSkeleton } from './code-skeleton.tsx';
import { EditBar, type Reloading } from './edit-bar.tsx';
import { FailureNotice, RivalNotice, type StrategyFailure, WarningNotices } from './editor-notices.tsx';
import { EditorStatus } from './editor-status.tsx';
import classes from './strategy-editor.module.css';
import { useEditing } from './use-editing.ts';
import { useEditorPreferences } from './use-editor-preferences.ts';
import type { EditedStrategy } from './use-saving.ts';

const StrategyCode = lazyNamed(() => import('./strategy-code.tsx'), 'StrategyCode');
const VersionsDrawer = lazyNamed(() => import('./versions/versions-drawer.tsx'), 'VersionsDrawer');

const NO_PROBLEMS: readonly CodeProblem[] = [];

type EditedFileProps = {
  strategy: EditedStrategy;
  failure: StrategyFailure | null;
  /** The code on the server; empty for a new strategy. */
  saved: string;
  /** Reloads the code; null for a new strategy. */
  reloading: Reloading | null;
  findItem: (filename: string) => Promise<string | null>;
  onSaved: (filename: string) => Promise<void>;
  onCancelled: () => void;
};

export const EditedFile = (props: EditedFileProps) => {
  const { strategy, failure, saved, reloading, onSaved } = props;
  const editor = useRef<CodeEditorHandle | null>(null);
  const editing = useEditing({ ...props, tellTyped: () => editor.current?.tellTyped() });
  const { isEditing, isDirty, newerVersion } = editing;
  const [preferences, setPreferences] = useEditorPreferences();
  const cursor = useRef<HTMLSpanElement | null>(null);
  const [isAsking, asking] = useDisclosure(false);
  const [isListing, listing] = useDisclosure(false);
  const [problems, setProblems] = useState<readonly CodeProblem[] | null>(NO_PROBLEMS);
  const showLine = (line: number) => editor.current?.showLine(line);
  // Written past React: the cursor moves with every key.
  const onCursor = useCallback((line: number, column: number) => {
    if (cursor.current) cursor.current.textContent = `Line ${line}, column ${column}`;
  }, []);
  const cancel = () => (editing.isMuch() ? asking.open() : editing.giveUp());
  const restored = async (filename: string) => {
    listing.close();
    editing.drop();
    await onSaved(filename);
  };
  return (
    <div className={classes.editor}>
      <EditBar
        strategy={strategy}
        editing={editing}
        reloading={reloading}
        preferences={preferences}
        onPreferences={setPreferences}
        onCancel={cancel}
        onVersions={listing.open}
        onFind={() => editor.current?.find()}
        onGoToLine={() => editor.current?.goToLine()}
      />
      {newerVersion === null ? null : (
        <RivalNotice
          version={newerVersion}
          onCompare={listing.open}
          onKeep={editing.keepMine}
          onTake={editing.takeTheirs}
        />
      )}
      {failure && !isDirty ? <FailureNotice failure={failure} /> : null}
      <WarningNotices code={editing.code} onShow={showLine} />
      <div className={classes.code}>
        <Suspense fallback={<CodeSkeleton />}>
          <StrategyCode
            ref={editor}
            label={isEditing ? 'Strategy code, editable' : 'Strategy code'}
            value={editing.code}
            // A new strategy's editor gives way to that of its file; a file is typed on while it is saved.
            readOnly={!isEditing || (editing.isSaving && strategy.filename === null)}
            failure={isDirty ? null : failure}
            wrap={preferences.wrap}
            fontSizePx={preferences.fontSizePx}
            onChange={editing.change}
            onSave={editing.save}
            onCursor={onCursor}
            onChecked={setProblems}
          />
        </Suspense>
      </div>
      {isEditing ? <EditorStatus problems={problems} cursor={cursor} onShow={showLine} /> : null}
      <ConfirmDialog
        isDanger
        cancel="Keep editing"
        isOpen={isAsking}
        title="Discard your changes?"
        text="What you have typed since the last save will be lost."
        action="Discard"
        onConfirm={() => {
          asking.close();
          editing.giveUp();
        }}
        onClose={asking.close}
      />
      <Suspense>
        {isListing && strategy.filename !== null ? (
          <VersionsDrawer
            chatId={strategy.chatId}
            filename={strategy.filename}
            saved={saved}
            draft={isDirty ? editing.code : null}
            compared={newerVersion}
            onRestored={restored}
            onClose={listing.close}
          />
        ) : null}
      </Suspense>
    </div>
  );
};

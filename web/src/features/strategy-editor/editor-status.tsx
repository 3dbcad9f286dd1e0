// The line below code that is edited: where Python stumbles, and where the cursor is.
import { UnstyledButton } from '@mantine/core';
import { type CodeProblem, problemLine } from '@tradeium/contracts';
import type { RefObject } from 'react';
import classes from './strategy-editor.module.css';

type EditorStatusProps = {
  /** Null when the check gave no result. */
  problems: readonly CodeProblem[] | null;
  /** Filled by the editor itself. */
  cursor: RefObject<HTMLSpanElement | null>;
  onShow: (line: number) => void;
};

/** Announces a problem to screen readers when it appears; a click goes to its line. */
export const EditorStatus = ({ problems, cursor, onShow }: EditorStatusProps) => {
  // An error, which keeps the code from running, comes first.
  const [first, ...others] = [...(problems ?? [])].sort((a, b) => a.severity.localeCompare(b.severity));
  return (
    <div className={classes.status}>
      <div role="status" className={classes.problem}>
        {first ? (
          <UnstyledButton
            className={classes.problemLine ?? ''}
            data-severity={first.severity}
            onClick={() => onShow(first.line)}
          >
            {problemLine(first)}
            {others.length > 0 ? ` (and ${others.length} more)` : ''}
          </UnstyledButton>
        ) : null}
        {problems === null ? 'Not checked: the check did not finish' : null}
      </div>
      <span ref={cursor} className={classes.cursor} />
    </div>
  );
};

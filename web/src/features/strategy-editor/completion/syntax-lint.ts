// Marks where Python's own parser stumbles over the code, shortly after the typing rests.
import { type Diagnostic, linter, lintGutter } from '@codemirror/lint';
import type { CodeProblem } from '@tradeium/contracts';
import { EditorView, type Extension, type Text } from '@uiw/react-codemirror';

const REST_MS = 600;

/** Resolves to null when the check is not available or did not finish. */
export type Check = (code: string, signal: AbortSignal) => Promise<readonly CodeProblem[] | null>;

/** Columns count as in the editor, where an emoji is two. */
const offsetIn = (doc: Text, line: number, column: number): number => {
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return Math.min(from + Math.max(column - 1, 0), to);
};

/** The range of a problem; one that is empty takes in a neighbour, so that there is something to underline. */
export const diagnosticOf = (doc: Text, problem: CodeProblem): Diagnostic => {
  const start = offsetIn(doc, problem.line, problem.column);
  const end = Math.max(start, offsetIn(doc, problem.end_line, problem.end_column));
  const { from, to } = doc.lineAt(start);
  const isEmpty = start === end;
  return {
    from: isEmpty && start === to ? Math.max(from, start - 1) : start,
    to: isEmpty && start < to ? start + 1 : end,
    severity: problem.severity,
    message: problem.message,
    source: 'Python',
  };
};

/** Calls `onChecked` with each result; null when there is none. Results for older code are dropped. */
export const syntaxLint = (
  check: Check,
  onChecked: (problems: readonly CodeProblem[] | null) => void,
): Extension => {
  let asking = new AbortController();
  return [
    EditorView.updateListener.of(({ docChanged }) => {
      if (docChanged) asking.abort();
    }),
    linter(
      async ({ state: { doc } }) => {
        asking.abort();
        asking = new AbortController();
        const { signal } = asking;
        const problems = await check(doc.toString(), signal);
        if (signal.aborted) return [];
        onChecked(problems);
        return (problems ?? []).map((problem) => diagnosticOf(doc, problem));
      },
      { delay: REST_MS },
    ),
    lintGutter(),
  ];
};

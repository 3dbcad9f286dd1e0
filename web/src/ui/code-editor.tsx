// Python code with highlighting: read-only or editable, with a line that failed marked.
import { python } from '@codemirror/lang-python';
import { syntaxHighlighting } from '@codemirror/language';
import { classHighlighter } from '@lezer/highlight';
import CodeMirror, {
  Decoration,
  EditorView,
  type Extension,
  keymap,
  Prec,
  RangeSet,
  StateField,
  type Text,
} from '@uiw/react-codemirror';
import { useEffect, useMemo, useRef } from 'react';
import './code-editor.css';

type CodeEditorProps = {
  /** Its accessible name. */
  label: string;
  value: string;
  readOnly: boolean;
  /** What failed, with its line counted from 1. A new failure is a new object, and scrolls to its line once. */
  failure?: { readonly line: number | null } | null;
  onChange?: (code: string) => void;
  /** Ctrl+S, or Cmd+S on a Mac. */
  onSave?: () => void;
};

const markOf = (doc: Text, line: number) =>
  line >= 1 && line <= doc.lines
    ? Decoration.set([Decoration.line({ class: 'cm-failing-line' }).range(doc.line(line).from)])
    : RangeSet.empty;

/** Marks a line; the mark stays with its text when lines above it change. */
const failingLineMark = (line: number): Extension =>
  StateField.define({
    create: ({ doc }) => markOf(doc, line),
    update: (marks, { changes }) => marks.map(changes),
    provide: (field) => EditorView.decorations.from(field),
  });

const BASE: Extension = [
  python(),
  syntaxHighlighting(classHighlighter),
  EditorView.theme({ '&': { height: '100%' }, '.cm-scroller': { overflow: 'auto' } }),
];

const setupOf = (readOnly: boolean) => ({
  foldGutter: false,
  highlightActiveLine: !readOnly,
  highlightActiveLineGutter: !readOnly,
  syntaxHighlighting: false,
});
const EDIT_SETUP = setupOf(false);
const VIEW_SETUP = setupOf(true);

/** A code editor that fills its place. Escape, then Tab, moves the focus out of it. */
export const CodeEditor = ({ label, value, readOnly, failure = null, onChange, onSave }: CodeEditorProps) => {
  const save = useRef(onSave);
  const view = useRef<EditorView | null>(null);
  const shown = useRef<CodeEditorProps['failure']>(null);
  const failingLine = failure?.line ?? null;
  useEffect(() => {
    save.current = onSave;
  }, [onSave]);
  const extensions = useMemo(
    () => [
      BASE,
      Prec.highest(
        keymap.of([
          {
            key: 'Mod-s',
            preventDefault: true,
            run: () => {
              save.current?.();
              return true;
            },
          },
        ]),
      ),
      EditorView.contentAttributes.of({
        'aria-label': label,
        'aria-readonly': String(readOnly),
        tabindex: '0',
      }),
      failingLine === null ? [] : failingLineMark(failingLine),
    ],
    [label, readOnly, failingLine],
  );
  useEffect(() => {
    const editor = view.current;
    const line = failure?.line ?? null;
    if (!editor || line === null || line > editor.state.doc.lines || shown.current === failure) return;
    shown.current = failure;
    const { from } = editor.state.doc.line(line);
    editor.dispatch({
      selection: { anchor: from },
      effects: EditorView.scrollIntoView(from, { y: 'center' }),
    });
  }, [failure]);
  return (
    <CodeMirror
      className="code-editor"
      height="100%"
      theme="none"
      value={value}
      readOnly={readOnly}
      basicSetup={readOnly ? VIEW_SETUP : EDIT_SETUP}
      extensions={extensions}
      onCreateEditor={(created) => {
        view.current = created;
      }}
      {...(onChange && { onChange })}
    />
  );
};

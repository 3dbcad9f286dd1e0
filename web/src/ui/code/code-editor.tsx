// Python code with highlighting: read-only or editable, with a line that failed marked.
import { gotoLine, openSearchPanel } from '@codemirror/search';
import { VisuallyHidden } from '@mantine/core';
import CodeMirror, { EditorView, type Extension, keymap, Prec } from '@uiw/react-codemirror';
import { type Ref, useEffect, useId, useImperativeHandle, useMemo, useRef, useState } from 'react';
import './code-editor.css';
import { EDITOR_SETUP, failingLineMark } from './code-editor-setup.ts';
import { useTypedCode } from './code-editor-typing.ts';

/** The requests to an editor from outside. */
export type CodeEditorHandle = {
  find: () => void;
  goToLine: () => void;
  /** Calls `onChange` at once with the typed text. */
  tellTyped: () => void;
  /** Moves the cursor to a line, counted from 1, and the focus into the editor. */
  showLine: (line: number) => void;
};

type CodeEditorProps = {
  /** Its accessible name. */
  label: string;
  value: string;
  readOnly: boolean;
  /** The failure, with its line counted from 1. A new failure is a new object, and scrolls to its line once. */
  failure?: { readonly line: number | null } | null;
  wrap?: boolean;
  fontSizePx?: number;
  /** The owner's extensions; a new array re-creates the editor. */
  extensions?: Extension;
  /** Called when typing rests, when the focus leaves and before `onSave`: not for every key. */
  onChange?: (code: string) => void;
  /** Ctrl+S, or Cmd+S on a Mac. */
  onSave?: () => void;
  /** Line and column, counted from 1; called for every move, so it should do little. */
  onCursor?: (line: number, column: number) => void;
  ref?: Ref<CodeEditorHandle>;
};

const NOTHING: Extension = [];

const setupOf = (readOnly: boolean) => ({
  foldGutter: false,
  highlightActiveLine: !readOnly,
  highlightActiveLineGutter: !readOnly,
  syntaxHighlighting: false,
});
const EDIT_SETUP = setupOf(false);
const VIEW_SETUP = setupOf(true);

const goTo = (view: EditorView, line: number): void => {
  if (line < 1 || line > view.state.doc.lines) return;
  const { from } = view.state.doc.line(line);
  view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
};

/** Shields the editor from values that change with every render, as new extensions re-create it. */
const useNewest = <Value,>(value: Value) => {
  const newest = useRef(value);
  useEffect(() => {
    newest.current = value;
  }, [value]);
  return newest;
};

/** A code editor that fills its place. Escape, then Tab, moves the focus out of it. */
export const CodeEditor = (props: CodeEditorProps) => {
  const { label, value, readOnly, failure = null, wrap = false, fontSizePx, extensions = NOTHING } = props;
  const view = useRef<EditorView | null>(null);
  const shown = useRef<CodeEditorProps['failure']>(null);
  const [initial, setInitial] = useState(value);
  const leaveId = useId();
  const save = useNewest(props.onSave);
  const cursor = useNewest(props.onCursor);
  const { listener, report, adopt } = useTypedCode(view, value, props.onChange);
  const failingLine = failure?.line ?? null;

  const all = useMemo(() => {
    const saveNow = () => {
      report();
      save.current?.();
      return true;
    };
    return [
      EDITOR_SETUP,
      Prec.highest(keymap.of([{ key: 'Mod-s', preventDefault: true, run: saveNow }])),
      EditorView.contentAttributes.of({
        'aria-label': label,
        'aria-readonly': String(readOnly),
        ...(!readOnly && { 'aria-describedby': leaveId }),
        tabindex: '0',
      }),
      EditorView.updateListener.of(({ state, docChanged, selectionSet }) => {
        if (!cursor.current || !(docChanged || selectionSet)) return;
        const { head } = state.selection.main;
        const line = state.doc.lineAt(head);
        cursor.current(line.number, head - line.from + 1);
      }),
      listener,
      wrap ? EditorView.lineWrapping : [],
      failingLine === null ? [] : failingLineMark(failingLine),
      extensions,
    ];
  }, [label, readOnly, leaveId, wrap, failingLine, extensions, listener, report, save, cursor]);

  useEffect(() => {
    const editor = view.current;
    const line = failure?.line ?? null;
    if (!editor || line === null || line > editor.state.doc.lines || shown.current === failure) return;
    shown.current = failure;
    goTo(editor, line);
  }, [failure]);

  useImperativeHandle(props.ref, () => {
    const act = (action: (editor: EditorView) => void) => () => view.current && action(view.current);
    return {
      find: act(openSearchPanel),
      goToLine: act(gotoLine),
      tellTyped: report,
      showLine: (line) => {
        if (view.current) goTo(view.current, line);
        view.current?.focus();
      },
    };
  }, [report]);

  return (
    <div className="code-editor" style={fontSizePx === undefined ? undefined : { fontSize: fontSizePx }}>
      <CodeMirror
        height="100%"
        theme="none"
        value={initial}
        readOnly={readOnly}
        basicSetup={readOnly ? VIEW_SETUP : EDIT_SETUP}
        extensions={all}
        onCreateEditor={(created) => {
          view.current = created;
          adopt();
          // Or it would be shown again instead of what was adopted.
          setInitial(created.state.doc.toString());
        }}
      />
      <VisuallyHidden id={leaveId}>Press Escape, then Tab, to leave the editor.</VisuallyHidden>
    </div>
  );
};

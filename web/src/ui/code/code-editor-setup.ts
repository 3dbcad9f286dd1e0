// The parts of every code editor of the product: Python, its colours, search, indentation guides, and characters that hide.
import { python } from '@codemirror/lang-python';
import { indentUnit, syntaxHighlighting } from '@codemirror/language';
import { gotoLine, openSearchPanel, search } from '@codemirror/search';
import { classHighlighter } from '@lezer/highlight';
import {
  countColumn,
  Decoration,
  EditorState,
  EditorView,
  type Extension,
  highlightSpecialChars,
  keymap,
  Prec,
  type Range,
  RangeSet,
  StateField,
  type Text,
  ViewPlugin,
} from '@uiw/react-codemirror';

const INDENT = 4;

/** Those that turn the direction of what follows or take no room, beyond the ones that CodeMirror shows by itself. */
const HIDDEN_CHARACTERS = /[\u202a-\u202c\u2060-\u2065\u2068]/;

const indented = (levels: number): Decoration =>
  Decoration.line({ class: 'cm-indented', attributes: { style: `--indents: ${levels}` } });

/** A line at each level of indentation, for the lines that are on the screen. */
const guidesOf = ({ state, visibleRanges }: EditorView) => {
  const found: Range<Decoration>[] = [];
  for (const { from, to } of visibleRanges)
    for (let pos = from; pos <= to; ) {
      const line = state.doc.lineAt(pos);
      const blank = /^[ \t]*/.exec(line.text)?.[0] ?? '';
      const levels = Math.floor(countColumn(blank, state.tabSize) / INDENT);
      if (levels > 0) found.push(indented(levels).range(line.from));
      pos = line.to + 1;
    }
  return Decoration.set(found);
};

const indentGuides = ViewPlugin.define(
  (view) => ({
    guides: guidesOf(view),
    update({ docChanged, viewportChanged, view: changed }) {
      if (docChanged || viewportChanged) this.guides = guidesOf(changed);
    },
  }),
  { decorations: ({ guides }) => guides },
);

/** Of an editor that shows Python, whether it can be changed or not. */
export const PYTHON_SETUP: Extension = [
  python(),
  syntaxHighlighting(classHighlighter),
  indentUnit.of(' '.repeat(INDENT)),
  EditorState.tabSize.of(INDENT),
  indentGuides,
  highlightSpecialChars({ addSpecialChars: HIDDEN_CHARACTERS }),
  EditorView.theme({ '&': { height: '100%' }, '.cm-scroller': { overflow: 'auto' } }),
];

/** The words of the search panel, as the rest of the product writes its buttons. */
const WORDS = {
  next: 'Next',
  previous: 'Previous',
  all: 'Select all',
  'match case': 'Match case',
  regexp: 'Regular expression',
  'by word': 'Whole words',
  replace: 'Replace',
  'replace all': 'Replace all',
  go: 'Go',
};

/** For an editor that fills its container, with VS Code's keys. */
export const EDITOR_SETUP: Extension = [
  PYTHON_SETUP,
  search({ top: true }),
  EditorState.phrases.of(WORDS),
  Prec.high(
    keymap.of([
      { key: 'Ctrl-g', run: gotoLine, preventDefault: true },
      { key: 'Mod-h', mac: 'Mod-Alt-f', run: openSearchPanel, preventDefault: true },
    ]),
  ),
];

const markOf = (doc: Text, line: number) =>
  line >= 1 && line <= doc.lines
    ? Decoration.set([Decoration.line({ class: 'cm-failing-line' }).range(doc.line(line).from)])
    : RangeSet.empty;

/** Marks a line; the mark stays with its text when lines above it change. */
export const failingLineMark = (line: number): Extension =>
  StateField.define({
    create: ({ doc }) => markOf(doc, line),
    update: (marks, { changes }) => marks.map(changes),
    provide: (field) => EditorView.decorations.from(field),
  });

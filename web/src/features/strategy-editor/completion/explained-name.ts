// Explains a name of the SDK, pandas or numpy: under the mouse, and by Ctrl+I at the cursor.
import { syntaxTree } from '@codemirror/language';
import {
  closeHoverTooltips,
  type EditorState,
  EditorView,
  type Extension,
  hasHoverTooltips,
  hoverTooltip,
  keymap,
  Prec,
  StateEffect,
  StateField,
  showTooltip,
  type Tooltip,
} from '@uiw/react-codemirror';
import { membersOfType, SDK_CLASSES, SDK_FUNCTIONS } from './completion-entries.ts';
import type { Entry } from './completion-entry.ts';
import { entryDom, entryText } from './entry-dom.ts';
import { expressionBefore, typeOf } from './receiver-type.ts';

const NO_NAMES: readonly string[] = ['String', 'Comment'];

type Explained = { readonly entry: Entry; readonly from: number; readonly to: number };

/** The name at a position, if there is something to say about it. */
export const explainedAt = (state: EditorState, pos: number): Explained | null => {
  if (NO_NAMES.includes(syntaxTree(state).resolveInner(pos, -1).name)) return null;
  const word = state.wordAt(pos);
  if (!word) return null;
  const { from, to } = word;
  const name = state.sliceDoc(from, to);
  const before = state.sliceDoc(0, from);
  let known: readonly Entry[] = [...SDK_FUNCTIONS, ...SDK_CLASSES];
  if (before.endsWith('.')) {
    const code = before.slice(0, -1);
    known = membersOfType(typeOf(expressionBefore(code), code) ?? '');
  }
  const entry = known.find((one) => one.name === name);
  return entry ? { entry, from, to } : null;
};

/** The called function, between the brackets of a call. */
const calledAt = (state: EditorState, pos: number): Explained | null => {
  for (let node = syntaxTree(state).resolveInner(pos, -1).parent; node; node = node.parent)
    if (node.name === 'CallExpression' && node.firstChild) {
      const found = explainedAt(state, node.firstChild.to);
      if (found) return found;
    }
  return null;
};

const tooltipOf = ({ entry, from, to }: Explained): Tooltip => ({
  pos: from,
  end: to,
  above: true,
  create: () => ({ dom: entryDom(entry) }),
});

const explained = StateEffect.define<Explained | null>();

const shown = StateField.define<Tooltip | null>({
  create: () => null,
  update: (tooltip, { effects, docChanged, selection }) => {
    for (const effect of effects) if (effect.is(explained)) return effect.value && tooltipOf(effect.value);
    return docChanged || selection ? null : tooltip;
  },
  provide: (field) => showTooltip.from(field),
});

const explain = (view: EditorView): boolean => {
  const { state } = view;
  const { head } = state.selection.main;
  const found = explainedAt(state, head) ?? calledAt(state, head);
  view.dispatch({
    effects: [
      explained.of(found),
      EditorView.announce.of(found ? entryText(found.entry) : 'No information about this name'),
    ],
  });
  return true;
};

const close = (view: EditorView): boolean => {
  if (view.state.field(shown) === null && !hasHoverTooltips(view.state)) return false;
  view.dispatch({ effects: [explained.of(null), closeHoverTooltips] });
  return true;
};

/** For the code editor. */
export const EXPLAINED_NAMES: Extension = [
  hoverTooltip((view, pos) => {
    const found = explainedAt(view.state, pos);
    return found && tooltipOf(found);
  }),
  shown,
  // Before the editor's own, which selects the syntax around the cursor with it.
  Prec.high(keymap.of([{ key: 'Mod-i', run: explain, preventDefault: true }])),
  keymap.of([{ key: 'Escape', run: close }]),
];

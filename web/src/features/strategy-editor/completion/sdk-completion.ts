// Completion while writing a strategy: the SDK, what follows a dot, and the names of the code itself.
import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  completeFromList,
  ifNotIn,
  pickedCompletion,
  snippetCompletion,
} from '@codemirror/autocomplete';
import { globalCompletion, localCompletionSource } from '@codemirror/lang-python';
import { syntaxTree } from '@codemirror/language';
import type { EditorState, EditorView } from '@uiw/react-codemirror';
import { membersOfType, SDK_CLASSES, SDK_FUNCTIONS, SDK_MODULE } from './completion-entries.ts';
import type { Entry } from './completion-entry.ts';
import { entryDom } from './entry-dom.ts';
import { expressionBefore, typeOf } from './receiver-type.ts';

const NO_NAMES = ['String', 'FormatString', 'Comment', 'PropertyName'];
const NO_MEMBERS = ['String', 'Comment'];
const SDK_NAMES: readonly Entry[] = [...SDK_FUNCTIONS, ...SDK_CLASSES];
const IS_SDK_NAME = new Set(SDK_NAMES.map(({ name }) => name));
const WORD = /^\w*$/;

/** Where a first import goes: behind the docstring and comments that a file begins with. */
const importPlace = (state: EditorState): number => {
  const top = syntaxTree(state).topNode;
  for (let node = top.firstChild; node; node = node.nextSibling) {
    const isText = node.name === 'ExpressionStatement' && node.firstChild?.name === 'String';
    if (node.name !== 'Comment' && !isText) return state.doc.lineAt(node.from).from;
  }
  return state.doc.length;
};

/** The change that imports a name of the SDK; null when it is imported, or defined in the code. */
export const importOf = (name: string, state: EditorState) => {
  const code = state.doc.toString();
  const word = new RegExp(`\\b${name}\\b`);
  const isKnown = [
    ...code.matchAll(new RegExp(`^[ \\t]*from ${SDK_MODULE} import[ \\t]*(?:\\(([^)]*)\\)|(.*))$`, 'gm')),
  ].some(([, inBrackets, inLine]) => {
    const names = inBrackets ?? inLine ?? '';
    return names.trim() === '*' || word.test(names);
  });
  if (isKnown || new RegExp(`^[ \\t]*(?:def ${name}\\b|${name}[ \\t]*=)`, 'm').test(code)) return null;
  const line = new RegExp(`^from ${SDK_MODULE} import [\\w, ]+$`, 'm').exec(code);
  if (line) {
    const from = line.index + line[0].trimEnd().length;
    return { from, insert: `, ${name}` };
  }
  const from = importPlace(state);
  const isBelowImports = /^(?:from|import)\b/.test(code.slice(from));
  return { from, insert: `from ${SDK_MODULE} import ${name}\n${isBelowImports ? '' : '\n\n'}` };
};

/** Inserts a name, for callables with brackets and the cursor inside, and imports it where necessary. */
const insert =
  ({ name, parameters }: Entry, isImported: boolean) =>
  (view: EditorView, completion: Completion, from: number, to: number) => {
    const { state } = view;
    const isCalled = parameters !== '' && state.sliceDoc(to, to + 1) !== '(';
    const added = isImported ? importOf(name, state) : null;
    const changes = state.changes([
      ...(added ? [added] : []),
      { from, to, insert: isCalled ? `${name}()` : name },
    ]);
    const end = changes.mapPos(to, 1);
    view.dispatch({
      changes,
      selection: { anchor: isCalled && parameters !== '()' ? end - 1 : end },
      annotations: pickedCompletion.of(completion),
      userEvent: 'input.complete',
      scrollIntoView: true,
    });
  };

const typeIcon = ({ parameters, returns }: Entry, called: string): string => {
  if (returns === 'class') return 'class';
  return parameters === '' ? 'property' : called;
};

const optionOf = (entry: Entry, isImported: boolean): Completion => ({
  label: entry.name,
  detail: entry.parameters,
  type: typeIcon(entry, isImported ? 'function' : 'method'),
  info: () => entryDom(entry),
  apply: insert(entry, isImported),
  boost: isImported ? 1 : 0,
});

const SDK_OPTIONS = SDK_NAMES.map((entry) => optionOf(entry, true));
const IMPORT_OPTIONS = SDK_NAMES.map((entry) => ({ ...optionOf(entry, true), apply: entry.name }));
const SNIPPETS = [
  snippetCompletion(
    'def strategy(candles, settings):\n\t#{weights} = equal_weight(candles.close > 0)\n\treturn #{weights}',
    { label: 'def strategy', detail: 'what is run', type: 'keyword', boost: 3 },
  ),
  snippetCompletion(`from ${SDK_MODULE} import #{}`, {
    label: `from ${SDK_MODULE} import`,
    detail: 'the SDK',
    type: 'keyword',
    boost: 2,
  }),
];

/** Those that Python has no snippet for. */
const KEYWORDS =
  'and as assert break continue else except finally global in is lambda not or pass raise return yield'
    .split(' ')
    .map((label): Completion => ({ label, type: 'keyword' }));

/** The completions after a dot. */
const members: CompletionSource = (context) => {
  const before = context.matchBefore(/\.\w*/);
  if (!before) return null;
  const code = context.state.sliceDoc(0, before.from);
  const type = typeOf(expressionBefore(code), code);
  const options = type === null ? [] : membersOfType(type).map((entry) => optionOf(entry, false));
  return options.length === 0 ? null : { from: before.from + 1, options, validFor: WORD };
};

/** The names of the SDK: bare in its import, elsewhere as a call. */
const sdkNames: CompletionSource = (context) => {
  const importing = context.matchBefore(new RegExp(`^\\s*from\\s+${SDK_MODULE}\\s+import\\s[\\w, (]*`));
  const word = context.matchBefore(/\w+/);
  if (importing) return { from: word?.from ?? context.pos, options: IMPORT_OPTIONS, validFor: WORD };
  if (!word && !context.explicit) return null;
  return { from: word?.from ?? context.pos, options: SDK_OPTIONS, validFor: WORD };
};

const snippets: CompletionSource = (context) => {
  const begun = context.matchBefore(/^[a-z]+( \w*)?/);
  return begun ? { from: begun.from, options: SNIPPETS, validFor: /^[a-z]+( \w*)?$/ } : null;
};

/** Names that the SDK documents are left to the SDK. */
const localNames = (context: CompletionContext): CompletionResult | null => {
  const found = localCompletionSource(context);
  return found && { ...found, options: found.options.filter(({ label }) => !IS_SDK_NAME.has(label)) };
};

const isBehindDot = (context: CompletionContext): boolean => context.matchBefore(/\.\s*\w*/) !== null;
const anywhere =
  (source: CompletionSource): CompletionSource =>
  (context) =>
    isBehindDot(context) ? null : source(context);

/** In the order of equal matches. */
export const STRATEGY_COMPLETION: readonly CompletionSource[] = [
  ifNotIn(NO_MEMBERS, members),
  ...[sdkNames, localNames, globalCompletion, completeFromList(KEYWORDS)].map((source) =>
    anywhere(ifNotIn(NO_NAMES, source)),
  ),
  ifNotIn(NO_NAMES, snippets),
];

// The code editor of strategies: what every code editor has, with the SDK's completion, explanations and syntax check.
import { acceptCompletion, autocompletion } from '@codemirror/autocomplete';
import type { CodeProblem } from '@tradeium/contracts';
import { type Extension, keymap, Prec } from '@uiw/react-codemirror';
import { type ComponentProps, useMemo } from 'react';
import { useAppDispatch } from '../../core/store.ts';
import { CodeEditor } from '../../ui/code/code-editor.tsx';
import { problemsOf } from './api.ts';
import { EXPLAINED_NAMES } from './completion/explained-name.ts';
import { STRATEGY_COMPLETION } from './completion/sdk-completion.ts';
import { syntaxLint } from './completion/syntax-lint.ts';

/** Twice the visible part of the list: each entry re-renders with every key. */
const OPTIONS_DRAWN = 24;

const VIEWING: Extension = [EXPLAINED_NAMES];
const WRITING: Extension = [
  EXPLAINED_NAMES,
  autocompletion({ override: [...STRATEGY_COMPLETION], maxRenderedOptions: OPTIONS_DRAWN }),
  Prec.highest(keymap.of([{ key: 'Tab', run: acceptCompletion }])),
];

type StrategyCodeProps = Omit<ComponentProps<typeof CodeEditor>, 'extensions'> & {
  /** Called with the parser's result, null without one, while the code is edited; must be stable. */
  onChecked: (problems: readonly CodeProblem[] | null) => void;
};

/** Checks the code as long as it can be changed. */
export const StrategyCode = ({ onChecked, ...props }: StrategyCodeProps) => {
  const dispatch = useAppDispatch();
  const { readOnly } = props;
  const extensions = useMemo(
    () =>
      readOnly
        ? VIEWING
        : [WRITING, syntaxLint((code, signal) => dispatch(problemsOf(code, signal)), onChecked)],
    [readOnly, dispatch, onChecked],
  );
  return <CodeEditor {...props} extensions={extensions} />;
};

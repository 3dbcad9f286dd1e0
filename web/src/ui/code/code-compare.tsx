// Two states of a code side by side, or one in the other where there is no room, with what differs marked.
import { bracketMatching } from '@codemirror/language';
import {
  type Chunk,
  getChunks,
  goToNextChunk,
  goToPreviousChunk,
  MergeView,
  unifiedMergeView,
} from '@codemirror/merge';
import { ActionIcon, Group, Text, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { drawSelection, EditorState, EditorView, type Extension, lineNumbers } from '@uiw/react-codemirror';
import { useEffect, useRef, useState } from 'react';
import { counted } from '../../lib/format.ts';
import './code-editor.css';
import './code-compare.css';
import { PYTHON_SETUP } from './code-editor-setup.ts';

/** Below this width two codes side by side would be too narrow to read. */
const ROOMY = '(min-width: 900px)';
const UNCHANGED = { margin: 3, minSize: 6 };
/** Longer searches for the smallest difference give way to a coarser one. */
const DIFF = { scanLimit: 2_000, timeout: 500 };

type CodeState = { readonly name: string; readonly code: string };
type CodeCompareProps = { before: CodeState; after: CodeState };

const readOnly = (name: string): Extension => [
  lineNumbers(),
  drawSelection(),
  bracketMatching(),
  PYTHON_SETUP,
  EditorState.readOnly.of(true),
  EditorView.contentAttributes.of({ 'aria-label': name, 'aria-readonly': 'true', tabindex: '0' }),
];

type Shown = { readonly view: EditorView; readonly chunks: readonly Chunk[]; readonly close: () => void };

const besideEachOther = (parent: HTMLElement, { before, after }: CodeCompareProps): Shown => {
  const merge = new MergeView({
    parent,
    a: { doc: before.code, extensions: readOnly(before.name) },
    b: { doc: after.code, extensions: readOnly(after.name) },
    collapseUnchanged: UNCHANGED,
    diffConfig: DIFF,
  });
  return { view: merge.b, chunks: merge.chunks, close: () => merge.destroy() };
};

const oneInTheOther = (parent: HTMLElement, { before, after }: CodeCompareProps): Shown => {
  const merged = unifiedMergeView({
    original: before.code,
    mergeControls: false,
    collapseUnchanged: UNCHANGED,
    diffConfig: DIFF,
  });
  const view = new EditorView({
    parent,
    doc: after.code,
    extensions: [readOnly(`${before.name}, changed to ${after.name}`), merged, EditorView.lineWrapping],
  });
  return { view, chunks: getChunks(view.state)?.chunks ?? [], close: () => view.destroy() };
};

const differenceWords = (count: number): string =>
  count === 0 ? 'No difference' : counted(count, 'place differs', 'places differ');

/** Fills its place; above the codes stands how many places differ, with a way to each. */
export const CodeCompare = ({ before, after }: CodeCompareProps) => {
  const place = useRef<HTMLDivElement | null>(null);
  const shown = useRef<EditorView | null>(null);
  const [count, setCount] = useState<number | null>(null);
  const isRoomy = useMediaQuery(ROOMY, true, { getInitialValueInEffect: false });
  const { name: beforeName, code: beforeCode } = before;
  const { name: afterName, code: afterCode } = after;
  useEffect(() => {
    if (!place.current) return undefined;
    const states = {
      before: { name: beforeName, code: beforeCode },
      after: { name: afterName, code: afterCode },
    };
    const { view, chunks, close } = (isRoomy ? besideEachOther : oneInTheOther)(place.current, states);
    shown.current = view;
    setCount(chunks.length);
    return close;
  }, [beforeName, beforeCode, afterName, afterCode, isRoomy]);
  const step = (command: typeof goToNextChunk) => () => {
    if (shown.current) command(shown.current);
  };
  return (
    <div className="code-compare">
      <Group className="code-compare-head" gap="xs" wrap="nowrap">
        <Text size="xs" c="dimmed" role="status">
          {count === null ? '' : differenceWords(count)}
        </Text>
        {count !== null && count > 0 ? (
          <>
            <Tooltip label="Previous difference">
              <ActionIcon size={24} aria-label="Previous difference" onClick={step(goToPreviousChunk)}>
                <IconArrowUp size={15} />
              </ActionIcon>
            </Tooltip>
            <Tooltip label="Next difference">
              <ActionIcon size={24} aria-label="Next difference" onClick={step(goToNextChunk)}>
                <IconArrowDown size={15} />
              </ActionIcon>
            </Tooltip>
          </>
        ) : null}
      </Group>
      <div className="code-compare-names" data-beside={isRoomy || undefined} aria-hidden>
        <span>{beforeName}</span>
        {isRoomy ? null : '→'}
        <span>{afterName}</span>
      </div>
      <div ref={place} className="code-editor code-compare-codes" />
    </div>
  );
};

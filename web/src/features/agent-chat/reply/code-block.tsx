// A block of code in a reply: coloured, folded when it is long, and ready to be copied or saved as a strategy.
import { Button } from '@mantine/core';
import { IconArrowsDiff, IconCheck, IconDeviceFloppy } from '@tabler/icons-react';
import { isPython, mayBePython } from '@tradeium/contracts/markdown';
import { createContext, useContext, useEffect, useState } from 'react';
import { counted } from '../../../lib/format.ts';
import { CodeText } from '../../../ui/code/code-text.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { ScrollPlace } from '../../../ui/tables/scroll-place.tsx';
import type { CodeProps } from '../markdown/markdown.tsx';
import classes from './code-block.module.css';

/** Above this, a block is folded. */
const LONG_LINES = 30;
/** Shown of a folded block. */
const FOLDED_LINES = 14;
/** Longer code is shown in one colour: the others would hold the page for too long. */
const COLOURED_CHARACTERS_MAX = 30_000;

type Code = Pick<CodeProps, 'code' | 'tag'>;
type SavedCode = Code & { readonly coins: readonly string[] | null };

export type CodeUse = {
  readonly onApply: (code: SavedCode) => void;
  readonly onReplace: (code: SavedCode) => void;
  /** There is code that may be saved, and so be one of the files. */
  readonly onShown: () => void;
  /** The file whose code a press on Replace would change; null where none is selected. */
  readonly target: string | null;
  /** A strategy file of the chat is known to hold this very code. */
  readonly isSaved: (code: string) => boolean;
  /** A reply is being written, or code is being saved. */
  readonly isBusy: boolean;
};

/** How blocks reach what can be done with them, without a new drawing of the text around them. */
export const CodeUseContext = createContext<CodeUse | null>(null);

/** The coins on which the code of a reply ran; null where it did not. */
export const RanOnContext = createContext<readonly string[] | null>(null);

const Actions = (block: Code) => {
  const use = useContext(CodeUseContext);
  const coins = useContext(RanOnContext);
  const onShown = mayBePython(block) ? use?.onShown : undefined;
  useEffect(() => onShown?.(), [onShown]);
  if (!use || !mayBePython(block)) return null;
  if (use.isSaved(block.code))
    return (
      <Button size="compact-xs" variant="light" leftSection={<IconCheck size={14} aria-hidden />} disabled>
        Saved
      </Button>
    );
  return (
    <>
      <Button
        size="compact-xs"
        variant="light"
        leftSection={<IconDeviceFloppy size={14} aria-hidden />}
        disabled={use.isBusy}
        onClick={() => use.onApply({ ...block, coins })}
      >
        Save Strategy
      </Button>
      <Button
        className={classes.replace ?? ''}
        size="compact-xs"
        variant="default"
        leftSection={<IconArrowsDiff size={14} aria-hidden />}
        disabled={use.isBusy}
        title={use.target === null ? undefined : `Replace the code of ${use.target}`}
        onClick={() => use.onReplace({ ...block, coins })}
      >
        Replace
        {use.target === null ? null : <bdi className={classes.target}>{use.target}</bdi>}
      </Button>
    </>
  );
};

/** The first word of what follows the fence, without signs around it. */
const nameOf = (block: Code): string =>
  isPython(block) ? 'Python' : (/[\w+#.-]{1,40}/.exec(block.tag)?.[0] ?? 'Code');

export const CodeBlock = ({ code, tag, isOpen }: CodeProps) => {
  const [isWhole, setWhole] = useState(false);
  const lines = code.split('\n').length;
  const isLong = lines > LONG_LINES;
  const isFolded = isLong && !isWhole && !isOpen;
  const shown = isFolded ? code.split('\n', FOLDED_LINES).join('\n') : code;
  const name = nameOf({ code, tag });
  return (
    <figure className={classes.block} aria-label={`${name} code`} data-long={isLong || undefined}>
      <figcaption className={classes.head}>
        <span className={classes.name}>
          {name} · {counted(lines, 'line', 'lines')}
        </span>
        <CopyButton text={code} what="the code" />
      </figcaption>
      <ScrollPlace label={`${name} code`} className={classes.code} data-folded={isFolded || undefined}>
        <pre>
          <CodeText
            code={shown}
            isPython={!isOpen && name === 'Python' && shown.length <= COLOURED_CHARACTERS_MAX}
          />
        </pre>
      </ScrollPlace>
      <div className={classes.actions}>
        {isLong && !isOpen ? (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole ? 'Show fewer lines' : `Show all ${counted(lines, 'line', 'lines')}`}
          </Button>
        ) : null}
        <Actions code={code} tag={tag} />
      </div>
    </figure>
  );
};

/** The same function each time, so that a text is not drawn again for it. */
export const drawCode = (props: CodeProps) => <CodeBlock {...props} />;

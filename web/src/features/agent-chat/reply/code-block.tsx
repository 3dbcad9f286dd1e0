// A block of code in a reply: coloured, folded when it is long, and ready to be copied or saved as a strategy.
import { Button } from '@mantine/core';
import { IconArrowsDiff, IconCheck, IconDeviceFloppy } from '@tabler/icons-react';
import { createContext, useContext, useState } from 'react';
import { counted } from '../../../lib/format.ts';
import { CodeText } from '../../../ui/code-text.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { ScrollPlace } from '../../../ui/scroll-place.tsx';
import type { CodeProps } from '../markdown/markdown.tsx';
import classes from './code-block.module.css';
import { firstLines, isPython, LONG_LINES, linesOf, mayBePython } from './python-code.ts';

export type CodeUse = {
  readonly onApply: (language: string, code: string) => void;
  readonly onReplace: (language: string, code: string) => void;
  /** The file whose code a press on Replace would change; null where none is selected. */
  readonly target: string | null;
  /** A strategy file of the chat is known to hold this very code. */
  readonly isSaved: (code: string) => boolean;
  /** A reply is being written, or code is being saved. */
  readonly isBusy: boolean;
};

/** How blocks reach what can be done with them, without a new drawing of the text around them. */
export const CodeUseContext = createContext<CodeUse | null>(null);

const Actions = ({ language, code }: Pick<CodeProps, 'language' | 'code'>) => {
  const use = useContext(CodeUseContext);
  if (!use || !mayBePython(language)) return null;
  if (use.isSaved(code))
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
        onClick={() => use.onApply(language, code)}
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
        onClick={() => use.onReplace(language, code)}
      >
        Replace
        {use.target === null ? null : <bdi className={classes.target}>{use.target}</bdi>}
      </Button>
    </>
  );
};

export const CodeBlock = ({ code, language, isOpen }: CodeProps) => {
  const [isWhole, setWhole] = useState(false);
  const lines = linesOf(code);
  const isLong = lines > LONG_LINES;
  const isFolded = isLong && !isWhole && !isOpen;
  const name = isPython(language, code) ? 'Python' : language.split(/\s/)[0] || 'Code';
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
            code={isFolded ? firstLines(code) : code}
            isPython={!isOpen && isPython(language, code)}
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
        <Actions language={language} code={code} />
      </div>
    </figure>
  );
};

/** The same function each time, so that a text is not drawn again for it. */
export const drawCode = (props: CodeProps) => <CodeBlock {...props} />;

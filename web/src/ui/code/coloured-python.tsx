// Python in the colours of the editor, by the editor's own parser.
import { pythonLanguage } from '@codemirror/lang-python';
import { classHighlighter, highlightCode } from '@lezer/highlight';
import { memo, type ReactNode } from 'react';

const partsOf = (code: string): ReactNode[] => {
  const parts: ReactNode[] = [];
  const put = (text: string, classes: string) =>
    parts.push(
      classes === '' ? (
        text
      ) : (
        <span key={parts.length} className={classes}>
          {text}
        </span>
      ),
    );
  highlightCode(code, pythonLanguage.parser.parse(code), classHighlighter, put, () => put('\n', ''));
  return parts;
};

/** Its text is the code, character by character. */
export const ColouredPython = memo(({ code }: { code: string }) => partsOf(code));

// A file as plain text, however large; the part that does not fit is a download.
import { Button, Code } from '@mantine/core';
import { downloadText } from '../../../lib/download.ts';
import { wholeNumber } from '../../../lib/format.ts';
import classes from './raw-text.module.css';

/** More than a person reads, and small enough for every browser. */
const CHARS_MAX = 100_000;

/** Its beginning; `note` says why it is not shown as what its name promises. */
export const RawText = ({ text, filename, note }: { text: string; filename: string; note?: string }) => {
  const isCut = text.length > CHARS_MAX;
  const size = isCut
    ? `Showing the first ${wholeNumber(CHARS_MAX)} of ${wholeNumber(text.length)} characters.`
    : '';
  const scrolls = { tabIndex: 0, role: 'region', 'aria-label': `Text of ${filename}` };
  return (
    <div className={classes.place}>
      {note || isCut ? (
        <p className={classes.note}>
          {[note, size].filter(Boolean).join(' ')}{' '}
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => downloadText(filename, text, 'text/plain;charset=utf-8')}
          >
            Download
          </Button>
        </p>
      ) : null}
      <Code block fz="sm" className={classes.text ?? ''} {...scrolls}>
        {isCut ? text.slice(0, CHARS_MAX) : text}
      </Code>
    </div>
  );
};

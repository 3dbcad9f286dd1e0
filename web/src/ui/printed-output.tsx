// A strategy's prints, and the traceback of one that failed, folded by default.
import { Box } from '@mantine/core';
import { counted } from '../lib/format.ts';
import { CopyButton } from './copy-button.tsx';
import classes from './printed-output.module.css';

/** `open`: shown at once, for instance next to an error. Nothing where nothing was printed. */
export const PrintedOutput = ({ text, open = false }: { text: string; open?: boolean }) => {
  const printed = text.trimEnd();
  if (printed === '') return null;
  return (
    <details className={classes.output} open={open}>
      <summary className={classes.head}>
        Output <span>({counted(printed.split('\n').length, 'line', 'lines')})</span>
      </summary>
      <div className={classes.place}>
        <div className={classes.copy}>
          <CopyButton text={text} what="the output" />
        </div>
        <Box component="pre" className={classes.text} tabIndex={0} role="region" aria-label="Output">
          {printed}
        </Box>
      </div>
    </details>
  );
};

// A return next to what holding its coins would have returned: green only where it beats that.
import type { ReactNode } from 'react';
import { signedPercent } from '../../lib/format.ts';
import { type Held, heldWords, returnTone } from '../../lib/returns/held-return.ts';
import classes from './return-figure.module.css';

type ReturnFigureProps = {
  own: number | null | undefined;
  /** Null where it is not known: then the return stands alone, without a colour. */
  held: Held | null;
  /** Below each other, in a narrow place. */
  isStacked?: boolean;
  /** Before the return. */
  mark?: ReactNode;
};

export const ReturnFigure = ({ own, held, isStacked = false, mark }: ReturnFigureProps) => {
  const tone = returnTone(own, held?.totalReturn);
  return (
    <span className={classes.figure} data-stacked={isStacked || undefined}>
      <span>
        {mark ? <>{mark} </> : null}
        <span data-gain={tone === 'gain' || undefined} data-loss={tone === 'loss' || undefined}>
          {signedPercent(own)}
        </span>
      </span>
      {held ? (
        <>
          <span className={classes.comma}>, </span>
          <span className={classes.held}>{heldWords(held)}</span>
        </>
      ) : null}
    </span>
  );
};

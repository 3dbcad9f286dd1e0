// The meaning of figures: at their names for the mouse, and as a list below them for every device.
import { Tooltip } from '@mantine/core';
import type { ReactElement } from 'react';
import { Fold } from '../../../ui/fold.tsx';
import classes from './term.module.css';

type ExplainedProps = { meaning: string | undefined; children: ReactElement };

/** Shows the meaning of a figure at its child while that is pointed at or focused. */
export const Explained = ({ meaning, children }: ExplainedProps) =>
  meaning === undefined ? (
    children
  ) : (
    <Tooltip
      label={meaning}
      multiline
      maw={300}
      position="top-start"
      openDelay={150}
      interactive
      events={{ hover: true, focus: true, touch: true }}
    >
      {children}
    </Tooltip>
  );

type TermProps = { label: string; meaning: string | undefined };

/** A name with its meaning, which is not a stop of the keyboard: that is what `Meanings` is for. */
export const Term = ({ label, meaning }: TermProps) =>
  meaning === undefined ? (
    label
  ) : (
    <Explained meaning={meaning}>
      <span className={classes.term}>{label}</span>
    </Explained>
  );

type MeaningsProps = { of: readonly { key: string; label: string; meaning?: string | undefined }[] };

/** The names that have a meaning, with it, folded; nothing where there are none. */
export const Meanings = ({ of }: MeaningsProps) => {
  const explained = of.filter(({ meaning }) => meaning !== undefined);
  if (explained.length === 0) return null;
  return (
    <Fold label="What do these mean?" className={classes.meanings}>
      <dl>
        {explained.map(({ key, label, meaning }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Fold>
  );
};

// The name of a figure that tells what it means when it is pointed at, focused or touched.
import { Tooltip, UnstyledButton } from '@mantine/core';
import type { ReactElement } from 'react';
import { MEANINGS } from './statistics-meanings.ts';
import classes from './term.module.css';

/** Shows the meaning of a figure at its child, which can be focused; only the child where there is none. */
export const Explained = ({ name, children }: { name: string; children: ReactElement }) => {
  const meaning = MEANINGS[name];
  if (meaning === undefined) return children;
  return (
    <Tooltip
      label={meaning}
      multiline
      maw={300}
      position="top-start"
      openDelay={150}
      events={{ hover: true, focus: true, touch: true }}
    >
      {children}
    </Tooltip>
  );
};

/** Plain text for a figure whose meaning is not known. */
export const Term = ({ name, label }: { name: string; label: string }) =>
  name in MEANINGS ? (
    <Explained name={name}>
      <UnstyledButton className={classes.term ?? ''}>{label}</UnstyledButton>
    </Explained>
  ) : (
    label
  );

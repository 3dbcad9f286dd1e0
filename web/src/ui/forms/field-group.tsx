// A group of fields with a name for those who cannot see that they belong together.
import type { ReactNode } from 'react';
import classes from './field-group.module.css';

type FieldGroupProps = { name: ReactNode; children: ReactNode };

/** Has no frame of its own; screen readers read the name. */
export const FieldGroup = ({ name, children }: FieldGroupProps) => (
  <fieldset className={classes.group}>
    <legend className={classes.name}>{name}</legend>
    {children}
  </fieldset>
);

// Content folded away by default, in small letters.
import { type ReactNode, useState } from 'react';
import classes from './fold.module.css';

type FoldProps = {
  label: string;
  startsOpen?: boolean;
  /** More of the look, for instance the distance to its neighbours. */
  className?: string | undefined;
  children: ReactNode | ((isOpen: boolean) => ReactNode);
};

/** A function as the content is called with whether it is seen, so that nothing is rendered needlessly. */
export const Fold = ({ label, startsOpen = false, className = '', children }: FoldProps) => {
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <details
      open={isOpen}
      className={`${classes.fold} ${className}`}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{label}</summary>
      {typeof children === 'function' ? children(isOpen) : children}
    </details>
  );
};

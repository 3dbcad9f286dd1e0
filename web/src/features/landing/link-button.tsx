// Links that look like the app's buttons.
import type { ReactNode } from 'react';
import classes from './link-button.module.css';

export const SIGN_UP = '/auth?auth=register';
export const SIGN_IN = '/auth?auth=login';
const WORKSPACE = '/app/backtest';

type Size = 'small' | 'large';

type LinkButtonProps = {
  href: string;
  kind?: 'primary' | 'quiet';
  size?: Size;
  children: ReactNode;
};

/** One call to act; `primary` once in a group. */
export const LinkButton = ({ href, kind = 'primary', size = 'small', children }: LinkButtonProps) => (
  <a className={classes.button} data-kind={kind} data-size={size} href={href}>
    {children}
  </a>
);

/** Links into the app: sign up and sign in for visitors, the workspace for users. */
export const WaysIn = ({ size = 'small' }: { size?: Size }) => (
  <>
    <span className={classes.guest}>
      <LinkButton href={SIGN_UP} size={size}>
        Sign Up
      </LinkButton>
      <LinkButton href={SIGN_IN} kind="quiet" size={size}>
        Sign In
      </LinkButton>
    </span>
    <span className={classes.user}>
      <LinkButton href={WORKSPACE} size={size}>
        Open Workspace
      </LinkButton>
    </span>
  </>
);

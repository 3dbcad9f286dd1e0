// The user's button: remaining credits, and the menu, which is loaded on approach.
import { Avatar, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { Suspense, useRef, useState } from 'react';
import { useGetMeQuery } from '../core/session.ts';
import { useCredits } from '../features/credits/use-credits.ts';
import { wholeNumber } from '../lib/format.ts';
import { lazyNamed } from '../lib/loading/lazy-named.ts';
import classes from './user-menu.module.css';

const UserMenuList = lazyNamed(() => import('./user-menu-list.tsx'), 'UserMenuList');
/** Asked for again by the press itself when it fails. */
const foresee = () => void UserMenuList.preload().catch(console.warn);

/** Button of the signed-in user; nothing for a visitor. */
export const UserMenu = () => {
  const { data: user } = useGetMeQuery();
  const { subscription, isLoading, refresh } = useCredits();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (!user) return null;
  const name = user.username || user.email;
  // Rounded down, so that it never shows more credits than there are.
  const left = isLoading ? '…' : wholeNumber(Math.floor(subscription.vut_remaining));
  const credits = `${left} VUT`;
  const open = () => {
    setOpen(true);
    void refresh();
  };
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div className={classes.place}>
      <UnstyledButton
        ref={button}
        className={classes.target}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={foresee}
        onFocus={foresee}
        onClick={open}
      >
        <VisuallyHidden>User menu of {name}, </VisuallyHidden>
        <span className={classes.credits}>{credits}</span>
        <Avatar size={28} radius="xl" color="brand" variant="filled" aria-hidden>
          {name.slice(0, 1).toUpperCase()}
        </Avatar>
      </UnstyledButton>
      <Suspense>{isOpen ? <UserMenuList user={user} credits={credits} onClose={close} /> : null}</Suspense>
    </div>
  );
};

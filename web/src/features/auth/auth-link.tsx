// A link between the auth pages that keeps the destination of the login.
import { Anchor, type AnchorProps } from '@mantine/core';
import type { PropsWithChildren } from 'react';
import { Link } from 'wouter';
import { useAddress } from '../../lib/address.ts';

type AuthLinkProps = PropsWithChildren<Pick<AnchorProps, 'size'>> & {
  way: 'login' | 'register' | 'forgot';
  onFollow?: () => void;
};

/** Leads to login, registration, or the way to a new password. */
export const AuthLink = ({ way, onFollow, ...look }: AuthLinkProps) => (
  <Link asChild href={`/auth?auth=${way}`} state={useAddress().state} onClick={() => onFollow?.()}>
    <Anchor {...look} />
  </Link>
);

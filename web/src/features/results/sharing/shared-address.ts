// The address of a link to a result: its token is the fragment, which browsers keep to themselves.
import { useSyncExternalStore } from 'react';

/** The full address that opens the link with this token. */
export const sharedAddress = (token: string): string => `${window.location.origin}/shared#${token}`;

const follow = (onChange: () => void) => {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
};

/** The token in the address of the page; empty without one. */
export const useSharedToken = (): string =>
  useSyncExternalStore(follow, () => window.location.hash.replace(/^#/, ''));

// The router: pages and links below it read the address that is currently shown.
import type { PropsWithChildren } from 'react';
import { type AroundNavHandler, Router } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { AddressContext, useAddress, useFollowedAddress } from '../lib/address.ts';

const useDrawnPath = (): [path: string, navigate: typeof navigate] => [useAddress().pathname, navigate];

/** As in every browser, a link to the current address adds no history entry. */
const leadOn: AroundNavHandler = (go, to, options) => {
  const isHere = new URL(to, window.location.href).href === window.location.href;
  go(to, { ...options, replace: options?.replace ?? isHere });
};

/** Wouter's own hooks would show a new address before its page is loaded, and an empty frame meanwhile. */
export const AddressRouter = ({ children }: PropsWithChildren) => (
  <AddressContext value={useFollowedAddress()}>
    <Router hook={useDrawnPath} aroundNav={leadOn}>
      {children}
    </Router>
  </AddressContext>
);

// The address that the page on the screen is drawn for: it follows the browser's once the page that is there is loaded.
import { createContext, startTransition, useContext, useInsertionEffect, useMemo, useState } from 'react';

type Address = {
  readonly pathname: string;
  readonly search: string;
  /** The state that the history's entry carries in addition to its address. */
  readonly state: unknown;
};

/** The browser's path; one with a slash at its end is the same page. */
export const pathNow = (): string => {
  const { pathname } = window.location;
  return pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
};

const addressNow = (): Address => ({
  pathname: pathNow(),
  search: window.location.search,
  state: window.history.state,
});

/** The browser reports the first, wouter the others. */
const CHANGES = ['popstate', 'pushState', 'replaceState'];

/** Follows the browser; the page before stays on the screen while the next one is loaded. */
export const useFollowedAddress = (): Address => {
  const [address, setAddress] = useState(addressNow);
  // Sooner than any other effect, for a page may lead on in its first one.
  useInsertionEffect(() => {
    const follow = () => startTransition(() => setAddress(addressNow()));
    for (const change of CHANGES) window.addEventListener(change, follow);
    return () => {
      for (const change of CHANGES) window.removeEventListener(change, follow);
    };
  }, []);
  return address;
};

export const AddressContext = createContext<Address>({ pathname: '/', search: '', state: null });

/** The address that is drawn, which is not yet the browser's while a page is being loaded. */
export const useAddress = (): Address => useContext(AddressContext);

/** The parameters behind the address's question mark. */
export const useSearchParams = (): URLSearchParams => {
  const { search } = useAddress();
  return useMemo(() => new URLSearchParams(search), [search]);
};

/** Without a question mark for an empty query. */
export const withSearch = (pathname: string, search: URLSearchParams): string =>
  search.size === 0 ? pathname : `${pathname}?${search}`;

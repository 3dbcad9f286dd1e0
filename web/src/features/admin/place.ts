// Where in the admin dashboard the reader is: the tab, the opened user, and the filters of a list, all in the address.
// The tabs are parameters, because paths such as `/admin/users` belong to the API.
import { navigate } from 'wouter/use-browser-location';
import { useSearchParams, withSearch } from '../../lib/address.ts';

export const ADMIN_PATH = '/admin';

/** The tabs in their order; the first is shown where the address names none. */
export const TABS = [
  { id: 'overview', name: 'Overview' },
  { id: 'users', name: 'Users' },
  { id: 'trading', name: 'Trading' },
  { id: 'payments', name: 'Payments' },
  { id: 'usage', name: 'Usage' },
  { id: 'audit', name: 'Audit' },
  { id: 'system', name: 'System' },
] as const;
export type TabId = (typeof TABS)[number]['id'];

/** The address of a tab, with the filters of its list if any. */
export const tabAddress = (tab: TabId, filters: Readonly<Record<string, string>> = {}): string =>
  withSearch(ADMIN_PATH, new URLSearchParams({ ...(tab !== 'overview' && { tab }), ...filters }));

/** Of an address: its tab, and the opened user, or null. */
export const pageOf = (search: URLSearchParams): { tab: TabId; userId: string | null } => {
  const named = search.get('tab');
  const tab = TABS.find(({ id }) => id === named)?.id ?? 'overview';
  return { tab, userId: tab === 'users' ? search.get('user') : null };
};

export const usePlace = () => pageOf(useSearchParams());

/**
 * The filters of a list by these names, as the address holds them: absent where it names none. A change replaces the
 * history's entry, so that the way back leads out of the list and not through what was typed; '' takes a filter away.
 */
export const useFilters = <Name extends string>(names: readonly Name[]) => {
  const search = useSearchParams();
  const filters: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = search.get(name);
    if (value) filters[name] = value;
  }
  const change = (changed: Partial<Record<Name, string>>) => {
    const next = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries<string | undefined>(changed)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    navigate(withSearch(ADMIN_PATH, next), { replace: true });
  };
  return [filters, change] as const;
};

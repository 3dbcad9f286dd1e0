// The shown part of a list, as the address holds it: its filters, its order, and where its download is.
import { type Input, requestOf } from '../../core/endpoints.ts';
import type { ListOrder } from './operator-table.tsx';
import { useFilters } from './place.ts';

type ExportedList = Input<'exportList'>['list'];

/** The address of a list as CSV. */
export const exportAddress = (list: ExportedList, filters: Readonly<Record<string, string>>): string => {
  const { url, params = {} } = requestOf('exportList', { ...filters, list } as Input<'exportList'>);
  const search = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]));
  return search.size === 0 ? url : `${url}?${search}`;
};

/** By these filters, in addition to the search. `given` is what the list's route and its download take. */
export const useListPlace = <Name extends string>(list: ExportedList, names: readonly Name[]) => {
  const [given, change] = useFilters<Name | 'search' | 'sort' | 'direction'>([
    ...names,
    ...(['search', 'sort', 'direction'] as const),
  ]);
  const { sort, direction } = given;
  const order: ListOrder | null =
    sort === undefined ? null : { sort, direction: direction === 'asc' ? 'asc' : 'desc' };
  return {
    given,
    change,
    order,
    onOrder: (next: ListOrder | null) =>
      change({ sort: next?.sort ?? '', direction: next?.direction ?? '' } as Parameters<typeof change>[0]),
    exportHref: exportAddress(list, given as Readonly<Record<string, string>>),
  };
};

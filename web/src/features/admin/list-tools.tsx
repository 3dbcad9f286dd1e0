// The bar above a list of administration: search, filters, reading it again, and its download.
import { Button, CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconDownload, IconRefresh, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './list-tools.module.css';

/** A filter with few values; '' stands for all of them. */
export type ListChoice<Name extends string> = {
  readonly name: Name;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
};

type Filters<Name extends string> = Partial<Record<Name, string>>;

type ListToolsProps<Name extends string> = {
  filters: Filters<Name | 'search'>;
  onFilter: (changed: Filters<Name | 'search'>) => void;
  choices: readonly ListChoice<Name>[];
  /** The things that the search finds, for its placeholder. */
  searched: string;
  isRefreshing: boolean;
  onRefresh: () => void;
  /** Of the list as CSV, with its filters. */
  exportHref: string;
};

const TYPING_MS = 300;

type SearchProps = { value: string; placeholder: string; onSearch: (text: string) => void };

const Search = ({ value, placeholder, onSearch }: SearchProps) => {
  const [typed, setTyped] = useState(value);
  const search = useDebouncedCallback((text: string) => onSearch(text.trim()), TYPING_MS);
  const take = (text: string) => {
    setTyped(text);
    search(text);
  };
  return (
    <TextInput
      className={classes.search ?? ''}
      aria-label="Search the list"
      placeholder={placeholder}
      maxLength={254}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      onChange={({ currentTarget }) => take(currentTarget.value)}
      rightSection={
        typed === '' ? null : <CloseButton size="sm" aria-label="Clear the search" onClick={() => take('')} />
      }
    />
  );
};

export const RefreshButton = ({
  isRefreshing,
  onRefresh,
}: Pick<ListToolsProps<never>, 'isRefreshing' | 'onRefresh'>) => (
  <Button
    variant="default"
    leftSection={<IconRefresh size={16} aria-hidden />}
    aria-busy={isRefreshing}
    disabled={isRefreshing}
    onClick={onRefresh}
  >
    {isRefreshing ? 'Refreshing...' : 'Refresh'}
  </Button>
);

export const ListTools = <Name extends string>(props: ListToolsProps<Name>) => {
  const { filters, onFilter, choices, searched, exportHref } = props;
  const change = (name: Name | 'search', value: string) =>
    onFilter({ [name]: value } as Filters<Name | 'search'>);
  return (
    <div className={classes.tools}>
      <Search
        value={filters.search ?? ''}
        placeholder={searched}
        onSearch={(text) => change('search', text)}
      />
      {choices.map(({ name, label, options }) => (
        <NativeSelect
          key={name}
          aria-label={label}
          value={filters[name] ?? ''}
          onChange={({ currentTarget }) => change(name, currentTarget.value)}
          data={[...options]}
        />
      ))}
      <div className={classes.end}>
        <RefreshButton {...props} />
        <Button
          component="a"
          variant="default"
          href={exportHref}
          download
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          CSV
        </Button>
      </div>
    </div>
  );
};

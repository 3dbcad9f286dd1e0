// The bar above a data table: how much of it is shown, its filter, and its download.
import { Button, CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { IconDownload, IconFilter } from '@tabler/icons-react';
import type { Filter } from '../../lib/csv/csv-filter.ts';
import { counted, wholeNumber } from '../../lib/format.ts';
import classes from './data-table.module.css';

/**
 * `shown` of the `matching` rows of the `loaded` ones of `total`; with `isAll` all that were loaded can be scrolled
 * through.
 */
export type RowCounts = {
  readonly shown: number;
  readonly matching: number;
  readonly loaded: number;
  readonly total: number;
  readonly isFiltered: boolean;
  readonly isSorted: boolean;
  readonly isAll: boolean;
};

/** How many rows are shown, as text; filter and order cover only the loaded rows. */
export const rowsNote = (counts: RowCounts): string => {
  const { shown, matching, loaded, total, isFiltered, isSorted, isAll } = counts;
  const isPart = loaded < total;
  const all = isPart
    ? `the first ${counted(loaded, 'row', 'rows')} (${wholeNumber(total)} in total)`
    : counted(total, 'total row', 'total rows');
  if (isFiltered)
    return `Showing ${shown === matching ? '' : `first ${wholeNumber(shown)} of `}${counted(matching, 'matching row', 'matching rows')} of ${all}`;
  if (isSorted && isPart)
    return `Showing ${shown === loaded ? '' : `${wholeNumber(shown)} of `}${all}, sorted among themselves`;
  return isAll && shown === total
    ? `Showing all ${counted(total, 'row', 'rows')}`
    : `Showing first ${counted(shown, 'row', 'rows')} of ${counted(total, 'total row', 'total rows')}`;
};

type ToolsProps = {
  counts: RowCounts;
  columns: readonly string[];
  filter: Filter;
  onFilter: (filter: Filter) => void;
  /** Switches between the first rows and all of them; null where there are no more. */
  onToggleAll: (() => void) | null;
  allRows: number;
  onDownload: () => void;
};

/** Note, switch, filter and download. */
export const DataTableTools = (props: ToolsProps) => {
  const { counts, columns, filter, onFilter, onToggleAll, allRows, onDownload } = props;
  return (
    <div className={classes.tools}>
      <p className={classes.note} role="status">
        {rowsNote(counts)}
      </p>
      {onToggleAll ? (
        <Button size="compact-xs" variant="default" onClick={onToggleAll}>
          {counts.isAll ? 'Show first rows' : `Show all ${wholeNumber(allRows)} rows`}
        </Button>
      ) : null}
      <div className={classes.filter}>
        <NativeSelect
          className={classes.column ?? ''}
          size="xs"
          aria-label="Column to filter by"
          value={filter.column ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onFilter({ ...filter, column: value === '' ? null : Number(value) })
          }
          data={[
            { value: '', label: 'Any column' },
            ...columns.map((label, index) => ({ value: String(index), label })),
          ]}
        />
        <TextInput
          className={classes.text ?? ''}
          size="xs"
          aria-label="Filter rows"
          placeholder="Text, or > 0.5"
          maxLength={100}
          leftSection={<IconFilter size={14} aria-hidden />}
          value={filter.text}
          onChange={({ currentTarget: { value } }) => onFilter({ ...filter, text: value })}
          rightSection={
            filter.text === '' ? null : (
              <CloseButton
                size="xs"
                aria-label="Clear the filter"
                onClick={() => onFilter({ ...filter, text: '' })}
              />
            )
          }
        />
        <Button
          flex="none"
          size="compact-xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={onDownload}
        >
          CSV
        </Button>
      </div>
    </div>
  );
};

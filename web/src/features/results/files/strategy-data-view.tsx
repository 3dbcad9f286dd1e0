// The table of a result as the strategy's data: its shape, its columns and its rows.
import { Alert, Center, Skeleton, Stack, Title } from '@mantine/core';
import { IconTableOff } from '@tabler/icons-react';
import { RESULT_ROWS_MAX, TABLE_ROWS_SHOWN } from '@tradeium/contracts';
import { useMemo } from 'react';
import { isTableText, parseCsv, type Table } from '../../../lib/csv/csv.ts';
import { csvText } from '../../../lib/csv/csv-text.ts';
import { counted } from '../../../lib/format.ts';
import { Fold } from '../../../ui/fold.tsx';
import { EmptyPlace } from '../../../ui/loading/empty-place.tsx';
import { DataTable } from '../../../ui/tables/data-table.tsx';
import { useGetResultsQuery, useReadFolderFileQuery } from '../api.ts';
import { isNotFound, resultsWords } from '../load-words.ts';
import { RawText } from './raw-text.tsx';
import classes from './strategy-data-view.module.css';
import { SHARES_NOTE, tableHeading } from './table-headings.ts';

type Data = {
  readonly table: Table;
  readonly totalRows: number;
  readonly isLarge: boolean;
  readonly summary: string;
};

const Details = ({ table: { columns }, totalRows, isLarge, summary }: Data) => (
  <Fold label="Details">
    <dl className={classes.details}>
      <dt>Shape</dt>
      <dd>
        {counted(totalRows, 'row', 'rows')} × {counted(columns.length, 'column', 'columns')}
      </dd>
      <dt>Columns</dt>
      <dd>{columns.join(', ')}</dd>
      {summary === '' ? null : (
        <>
          <dt>Summary</dt>
          <dd>{summary}</dd>
        </>
      )}
    </dl>
    {isLarge ? (
      <Alert color="brand" mt="xs">
        Large dataset: the first {RESULT_ROWS_MAX} rows are shown. Filter, order and download are of these;
        the folder's Table has all of them.
      </Alert>
    ) : null}
  </Fold>
);

const View = ({ name, data }: { name: string; data: Data }) => (
  <div className={classes.view}>
    <div className={classes.head}>
      <Title order={2} className={classes.title ?? ''}>
        Strategy Data: {name}
      </Title>
      <Details {...data} />
    </div>
    <div className={classes.table}>
      <DataTable
        label={`Strategy data of ${name}`}
        table={data.table}
        totalRows={data.totalRows}
        rowsShown={TABLE_ROWS_SHOWN}
        headingOf={tableHeading}
        unitsNote={SHARES_NOTE}
        filename={data.isLarge ? `${name}, first ${RESULT_ROWS_MAX} rows.csv` : `${name}.csv`}
      />
    </div>
  </div>
);

const Failed = ({ error }: { error: unknown }) => (
  <Center h="100%">
    <EmptyPlace
      icon={IconTableOff}
      title={isNotFound(error) ? 'No strategy data' : 'Error Loading File'}
      text={resultsWords(error)}
    />
  </Center>
);

const Waiting = () => (
  <Stack p="md" aria-hidden>
    <Skeleton h={18} w="40%" />
    <Skeleton h={260} />
  </Stack>
);

const Newest = ({ chatId, name }: { chatId: string; name: string }) => {
  const { currentData, error } = useGetResultsQuery({ id: chatId });
  const data = useMemo<Data | null>(() => {
    if (!currentData) return null;
    const { columns, dataframe, total_rows, is_large_dataset, summary } = currentData;
    const rows = dataframe.map((row) => columns.map((column) => row[column] ?? ''));
    return {
      table: parseCsv(csvText(columns, rows)),
      totalRows: total_rows,
      isLarge: is_large_dataset,
      summary,
    };
  }, [currentData]);
  if (data) return <View name={name} data={data} />;
  return error ? <Failed error={error} /> : <Waiting />;
};

const OfFolder = ({ chatId, folderName }: { chatId: string; folderName: string }) => {
  const { currentData, error } = useReadFolderFileQuery({ id: chatId, folderName, filename: 'Table' });
  const data = useMemo<Data | null>(() => {
    if (currentData === undefined || !isTableText(currentData)) return null;
    const table = parseCsv(currentData);
    return { table, totalRows: table.lines.length, isLarge: false, summary: '' };
  }, [currentData]);
  if (data) return <View name={folderName} data={data} />;
  if (currentData !== undefined)
    return <RawText text={currentData} filename="Table" note="This file cannot be read as a table." />;
  return error ? <Failed error={error} /> : <Waiting />;
};

type StrategyDataViewProps = {
  chatId: string;
  /** The folder of the result. */
  folderName: string;
  /** For the chat's newest result this fetches the results route rather than the folder's table. */
  isNewest: boolean;
};

/** The first rows, then all of them, of a result's table. */
export const StrategyDataView = ({ chatId, folderName, isNewest }: StrategyDataViewProps) =>
  isNewest ? (
    <Newest chatId={chatId} name={folderName} />
  ) : (
    <OfFolder key={folderName} chatId={chatId} folderName={folderName} />
  );

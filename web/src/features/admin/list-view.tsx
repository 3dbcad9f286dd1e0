// A list of administration in each of its states: on the way, refused, empty, and its table.
import { Center, Loader, Text } from '@mantine/core';
import { messageOf } from '../../lib/failure.ts';
import { FailureAlert } from '../../ui/loading/failure-alert.tsx';
import { LoadFailure } from '../../ui/loading/load-failure.tsx';
import { type ListOrder, type OperatorColumn, OperatorTable } from './operator-table.tsx';
import { type Answered, tableOfList } from './use-list.ts';

type ListViewProps<Row> = {
  label: string;
  /** The name of the rows: in the singular and the plural. */
  words: readonly [string, string];
  answer: Answered<Row> & { readonly error?: unknown; readonly refetch: () => unknown };
  /** Said when it could not be read. */
  failure: string;
  /** Said when there are no rows. */
  empty: string;
  columns: readonly OperatorColumn<Row>[];
  keyOf: (row: Row) => string;
  hrefOf?: (row: Row) => string;
  order: ListOrder | null;
  onOrder: (order: ListOrder | null) => void;
};

/** Rows stay on the screen while they are read again, and when that fails. */
export const ListView = <Row extends object>(props: ListViewProps<Row>) => {
  const { label, words, answer, failure, empty, ...table } = props;
  const failed = answer.error ? `${failure}: ${messageOf(answer.error)}` : null;
  if (!answer.data)
    return failed === null ? (
      <Center mih={200}>
        <Loader size="sm" aria-label={`Loading ${words[1]}`} />
      </Center>
    ) : (
      <LoadFailure text={failed} onRetry={() => void answer.refetch()} />
    );
  const list = tableOfList(answer, ...words);
  return (
    <div>
      {failed === null ? null : <FailureAlert mb="sm">{failed}</FailureAlert>}
      {list.rows.length === 0 ? (
        <Text size="sm" c="dimmed" py="lg" role="status">
          {empty}
        </Text>
      ) : (
        <OperatorTable label={label} {...table} {...list} />
      )}
    </div>
  );
};

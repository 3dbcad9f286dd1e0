// A user's ledger entries: what each changed, and the way to take a grant back.
import { Button, Text } from '@mantine/core';
import type { AdminLedgerLine } from '@tradeium/contracts';
import { alignedCredits, dateTime } from '../../../lib/format.ts';
import { PagedRows } from '../paged-rows.tsx';
import { type RowColumn, RowTable } from '../row-table.tsx';
import { useGetUserLedgerInfiniteQuery } from './user-api.ts';

const change = (vut: number) => (vut === 0 ? '—' : alignedCredits(vut));

const COLUMNS: readonly RowColumn<AdminLedgerLine>[] = [
  { name: 'Time', cell: ({ at }) => dateTime(at) },
  {
    name: 'What',
    cell: ({ description, operation_type, operation_id }) => (
      <>
        {description}
        <Text size="xs" c="dimmed">
          {operation_type.replaceAll('_', ' ')} · {operation_id}
        </Text>
      </>
    ),
  },
  { name: 'Available', isNumber: true, cell: (line) => change(line.available_change) },
  { name: 'Reserved', isNumber: true, cell: (line) => change(line.reserved_change) },
  { name: 'Spent', isNumber: true, cell: (line) => change(line.spent_change) },
  { name: 'Owed', isNumber: true, cell: (line) => change(line.debt_change === 0 ? 0 : -line.debt_change) },
];

type LedgerProps = {
  userId: string;
  /** Missing for operators who do not act. */
  onReverse?: ((line: AdminLedgerLine) => void) | undefined;
};

/** Bought credits are refunded where they were paid. */
const PURCHASE = 'payment:';

/** Granted, and not bought: the ledger takes nothing else back. */
const isGrant = ({ operation_type, operation_id }: AdminLedgerLine): boolean =>
  operation_type === 'grant' && !operation_id.startsWith(PURCHASE);

/** A reversal is newer than its grant, so that it is on the same page or an earlier one. */
const isTakenBack = ({ operation_id }: AdminLedgerLine, lines: readonly AdminLedgerLine[]): boolean =>
  lines.some(({ reverses }) => reverses === operation_id);

export const Ledger = ({ userId, onReverse }: LedgerProps) => {
  const pages = useGetUserLedgerInfiniteQuery({ id: userId });
  const reverse = (lines: readonly AdminLedgerLine[]): RowColumn<AdminLedgerLine> => ({
    name: 'Action',
    cell: (line) => {
      if (!onReverse || !isGrant(line)) return null;
      if (isTakenBack(line, lines)) return 'Taken back';
      return (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => onReverse(line)}
          aria-label={`Reverse the grant ${line.description}`}
        >
          Reverse
        </Button>
      );
    },
  });
  return (
    <PagedRows what="the ledger" pages={pages} empty="No credits have moved yet.">
      {(lines) => (
        <RowTable
          label="Ledger"
          columns={onReverse && lines.some(isGrant) ? [...COLUMNS, reverse(lines)] : COLUMNS}
          rows={lines}
          keyOf={({ id }) => id}
        />
      )}
    </PagedRows>
  );
};

// The states of a list that is read page by page: on the way, refused, empty, and its rows with the way to more.
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { messageOf } from '../../lib/failure.ts';
import { FailureAlert } from '../../ui/loading/failure-alert.tsx';
import { LoadFailure } from '../../ui/loading/load-failure.tsx';

/** The answer of an endpoint of pages. */
type Pages<Row> = {
  readonly data?: { readonly pages: readonly { readonly items: readonly Row[] }[] } | undefined;
  readonly error?: unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
};

type PagedRowsProps<Row> = {
  /** In a sentence: `Failed to load payments`. */
  what: string;
  pages: Pages<Row>;
  empty: string;
  children: (rows: readonly Row[]) => ReactNode;
};

const Loading = ({ what }: { what: string }) => (
  <Stack gap="xs" role="status" aria-label={`Loading ${what}`}>
    <Skeleton h={32} />
    <Skeleton h={32} />
    <Skeleton h={32} />
  </Stack>
);

/** Rows stay on the screen while they are read again, and when that fails. */
export const PagedRows = <Row,>({ what, pages, empty, children }: PagedRowsProps<Row>) => {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = pages;
  const failed = `Failed to load ${what}: ${messageOf(error)}`;
  if (!data) return error ? <LoadFailure text={failed} onRetry={refetch} /> : <Loading what={what} />;
  const rows = data.pages.flatMap(({ items }) => items);
  return (
    <Stack gap="sm">
      {error ? <FailureAlert>{failed}</FailureAlert> : null}
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      ) : (
        children(rows)
      )}
      {hasNextPage ? (
        <Group justify="center">
          <Button variant="default" size="sm" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
            Show more
          </Button>
        </Group>
      ) : null}
    </Stack>
  );
};

// Shows a strategy file and lets its owner edit and save it, or write a new one.
import { Button, Center, Text } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import { messageOf } from '../../lib/failure.ts';
import { EmptyPlace } from '../../ui/loading/empty-place.tsx';
import { showToast } from '../../ui/toast.ts';
import { useReadStrategyQuery } from './api.ts';
import { CodeSkeleton } from './code-skeleton.tsx';
import { EditedFile } from './edited-file.tsx';
import type { StrategyFailure } from './editor-notices.tsx';
import type { EditedStrategy } from './use-saving.ts';

type StrategyEditorProps = {
  strategy: EditedStrategy;
  /** The last run's error about this file. */
  failure: StrategyFailure | null;
  /** The key of a file as the server lists it now; null when there is none of that name. */
  findItem: (filename: string) => Promise<string | null>;
  /** Called with the file's name when it was saved. */
  onSaved: (filename: string) => Promise<void>;
  /** Called when a new strategy is discarded. */
  onCancelled: () => void;
};

const Loading = () => (
  <>
    <Text p="md" pb={0} size="sm" c="dimmed" role="status">
      Loading Strategy File...
    </Text>
    <CodeSkeleton />
  </>
);

/** Loads the file's code, unless it is a new one. What the file held stays while it is read under a new name. */
export const StrategyEditor = (props: StrategyEditorProps) => {
  const { chatId, filename } = props.strategy;
  const { data, error, isFetching, refetch } = useReadStrategyQuery(
    { id: chatId, filename: filename ?? '' },
    { skip: filename === null },
  );
  const reload = async () => {
    const { error: failure } = await refetch();
    if (failure) showToast('error', `Error Loading Strategy File: ${messageOf(failure)}`);
  };
  if (filename === null) return <EditedFile {...props} saved="" reloading={null} />;
  if (data !== undefined)
    return <EditedFile {...props} saved={data} reloading={{ isLoading: isFetching, onReload: reload }} />;
  if (isFetching) return <Loading />;
  return (
    <Center h="100%">
      <EmptyPlace
        icon={IconFileOff}
        title={error ? 'Error Loading Strategy File' : 'No Strategy File Available'}
        text={error ? messageOf(error) : 'This file has no code.'}
      >
        <Button variant="default" onClick={refetch}>
          Try again
        </Button>
      </EmptyPlace>
    </Center>
  );
};

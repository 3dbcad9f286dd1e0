// Shows a strategy file and lets its owner edit and save it, or write a new one.
import { Alert, Badge, Button, Center, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconFileOff, IconPencil } from '@tabler/icons-react';
import { Suspense } from 'react';
import { messageOf } from '../../lib/failure.ts';
import { lazyNamed } from '../../lib/lazy-named.ts';
import { EmptyPlace } from '../../ui/empty-place.tsx';
import { useReadStrategyQuery } from './api.ts';
import classes from './strategy-editor.module.css';
import { StrategyHelp } from './strategy-help.tsx';
import { type EditedStrategy, useEditing } from './use-editing.ts';

const CodeEditor = lazyNamed(() => import('../../ui/code-editor.tsx'), 'CodeEditor');

/** The line is that of the code as it was run, which is the code as it was saved. */
export type StrategyFailure = { message: string; line: number | null };

type StrategyEditorProps = {
  strategy: EditedStrategy;
  /** What the last run said about this file. */
  failure: StrategyFailure | null;
  /** Called with the file's name when it was saved. */
  onSaved: (filename: string) => Promise<void>;
  /** Called when a new strategy is given up. */
  onCancelled: () => void;
};

const CodeSkeleton = () => (
  <Stack gap={8} p="md" aria-hidden>
    {[60, 35, 80, 55, 70, 45].map((width) => (
      <Skeleton key={width} h={12} w={`${width}%`} />
    ))}
  </Stack>
);

const Loading = () => (
  <>
    <Text p="md" pb={0} size="sm" c="dimmed" role="status">
      Loading Strategy File...
    </Text>
    <CodeSkeleton />
  </>
);

/** Loads the file's code, unless it is a new one. */
export const StrategyEditor = (props: StrategyEditorProps) => {
  const { chatId, filename } = props.strategy;
  const { currentData, error, isFetching, refetch } = useReadStrategyQuery(
    { id: chatId, filename: filename ?? '' },
    { skip: filename === null },
  );
  if (filename === null) return <Editing {...props} saved="" />;
  if (currentData !== undefined) return <Editing {...props} saved={currentData} />;
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

type EditBarProps = { strategy: EditedStrategy; editing: ReturnType<typeof useEditing> };

const EditBar = ({ strategy, editing }: EditBarProps) => (
  <Group className={classes.bar} gap="xs" wrap="nowrap">
    <Text size="sm" fw={600} truncate>
      {strategy.filename ?? 'New strategy'}
    </Text>
    {strategy.version === null ? null : (
      <Text size="xs" c="dimmed" style={{ flex: 'none' }}>
        version {strategy.version}
      </Text>
    )}
    {editing.isDirty ? (
      <Badge size="sm" variant="light" color="yellow" tt="none" style={{ flex: 'none' }}>
        Unsaved
      </Badge>
    ) : null}
    <Group gap="xs" ml="auto" wrap="nowrap">
      <StrategyHelp />
      {editing.isEditing ? (
        <>
          <Button size="compact-sm" variant="default" disabled={editing.isSaving} onClick={editing.cancel}>
            Cancel
          </Button>
          <Button size="compact-sm" disabled={editing.isSaving} onClick={editing.save}>
            {editing.isSaving ? 'Saving...' : 'Save'}
          </Button>
        </>
      ) : (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPencil size={14} />}
          disabled={strategy.readOnly}
          onClick={editing.edit}
        >
          Edit
        </Button>
      )}
    </Group>
  </Group>
);

const FailureNote = ({ failure }: { failure: StrategyFailure }) => (
  <Alert
    color="red"
    radius={0}
    py={8}
    icon={<IconAlertTriangle size={18} />}
    title={failure.line === null ? 'Strategy error' : `Strategy error in line ${failure.line}`}
  >
    <span className={classes.message}>{failure.message}</span>
  </Alert>
);

const Editing = (props: StrategyEditorProps & { saved: string }) => {
  const { strategy, failure } = props;
  const editing = useEditing(props);
  return (
    <div className={classes.editor}>
      <EditBar strategy={strategy} editing={editing} />
      {failure ? <FailureNote failure={failure} /> : null}
      <div className={classes.code}>
        <Suspense fallback={<CodeSkeleton />}>
          <CodeEditor
            label={editing.isEditing ? 'Strategy code, editable' : 'Strategy code'}
            value={editing.code}
            readOnly={!editing.isEditing || editing.isSaving}
            failure={editing.isDirty ? null : failure}
            onChange={editing.change}
            onSave={editing.save}
          />
        </Suspense>
      </div>
    </div>
  );
};

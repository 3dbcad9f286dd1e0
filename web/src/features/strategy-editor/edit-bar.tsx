// The bar above the code: which file and version it is, and everything that can be done with it.
import { ActionIcon, Badge, Button, Group, Text, Tooltip } from '@mantine/core';
import { IconHistory, IconPencil, IconRefresh } from '@tabler/icons-react';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EditorMenu, type EditorMenuProps } from './editor-menu.tsx';
import classes from './strategy-editor.module.css';
import { StrategyHelp } from './strategy-help.tsx';
import type { useEditing } from './use-editing.ts';
import type { EditedStrategy } from './use-saving.ts';

export type Reloading = { isLoading: boolean; onReload: () => void };

type EditBarProps = Omit<EditorMenuProps, 'filename' | 'code'> & {
  strategy: EditedStrategy;
  editing: ReturnType<typeof useEditing>;
  reloading: Reloading | null;
  onCancel: () => void;
  onVersions: () => void;
};

const FileName = ({ strategy, isDirty }: { strategy: EditedStrategy; isDirty: boolean }) => (
  <Group className={classes.name ?? ''} gap="xs" wrap="nowrap">
    <Text size="sm" fw="var(--weight-strong)" truncate title={strategy.filename ?? ''}>
      <bdi>{strategy.filename ?? 'New strategy'}</bdi>
    </Text>
    {strategy.version === null ? null : (
      <Text size="xs" c="dimmed" className={classes.fixed ?? ''}>
        version {strategy.version}
      </Text>
    )}
    {isDirty ? (
      <Badge size="sm" variant="light" color="yellow" tt="none" className={classes.fixed ?? ''}>
        Unsaved
      </Badge>
    ) : null}
  </Group>
);

export const EditBar = ({ strategy, editing, reloading, onCancel, onVersions, ...menu }: EditBarProps) => (
  <header className={classes.bar}>
    <FileName strategy={strategy} isDirty={editing.isDirty} />
    <Group gap={4} wrap="nowrap" ml="auto">
      {strategy.filename === null ? null : (
        <Tooltip label="Versions">
          <ActionIcon size="md" aria-label="Versions" onClick={onVersions}>
            <IconHistory size={18} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      )}
      {reloading ? (
        <Tooltip label="Reload file">
          <ActionIcon
            size="md"
            aria-label="Reload file"
            loading={reloading.isLoading}
            onClick={reloading.onReload}
          >
            <IconRefresh size={17} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      ) : null}
      <CopyButton text={editing.code} what="the code" />
      <EditorMenu {...menu} filename={strategy.filename ?? 'strategy.py'} code={editing.code} />
      <StrategyHelp />
      {editing.isEditing ? (
        <>
          <Button size="compact-sm" variant="default" ml={4} disabled={editing.isSaving} onClick={onCancel}>
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
          ml={4}
          leftSection={<IconPencil size={14} />}
          disabled={strategy.readOnly}
          onClick={editing.edit}
        >
          Edit
        </Button>
      )}
    </Group>
  </header>
);

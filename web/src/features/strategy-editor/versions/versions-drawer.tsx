// The versions of a strategy file: each with what it changed, compared with any other, and ready to be restored.
import { Button, Center, Drawer, Group, Select, Skeleton, Text } from '@mantine/core';
import { IconHistory, IconRestore } from '@tabler/icons-react';
import type { StrategyVersion } from '@tradeium/contracts';
import { useState } from 'react';
import { messageOf } from '../../../lib/failure.ts';
import { useReturnedFocus } from '../../../lib/use-returned-focus.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { EmptyPlace } from '../../../ui/loading/empty-place.tsx';
import { LoadFailure } from '../../../ui/loading/load-failure.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useListStrategyVersionsQuery, useRestoreStrategyVersionMutation } from '../api.ts';
import { choiceName, DRAFT, VersionComparison } from './version-comparison.tsx';
import { VersionList } from './version-list.tsx';
import classes from './versions-drawer.module.css';

type VersionsDrawerProps = {
  chatId: string;
  filename: string;
  /** The code of the newest version. */
  saved: string;
  /** Unsaved code; null when there is none. */
  draft: string | null;
  /** The version that is compared with the unsaved code to begin with; null for the one before the newest. */
  compared: number | null;
  onRestored: (filename: string) => Promise<void>;
  onClose: () => void;
};

type ChosenProps = Omit<VersionsDrawerProps, 'onClose'> & { versions: readonly StrategyVersion[] };

/** A version and what it is compared with. */
const Chosen = ({ versions, onRestored, ...props }: ChosenProps) => {
  const { chatId, filename, draft, compared } = props;
  const newest = versions[0]?.version ?? 1;
  const [shown, setShown] = useState(compared ?? versions[1]?.version ?? newest);
  const [chosen, setChosen] = useState(compared === null ? null : DRAFT);
  const [isAsking, setAsking] = useState(false);
  const [restore, { isLoading }] = useRestoreStrategyVersionMutation();
  const against = chosen ?? String(newest);
  const restoreNow = async () => {
    setAsking(false);
    try {
      const { version } = await restore({ id: chatId, filename, version: shown }).unwrap();
      showToast('success', `Version ${shown} restored as version ${version}`);
      await onRestored(filename);
    } catch (thrown) {
      showToast('error', `Failed to restore version ${shown}: ${messageOf(thrown)}`);
    }
  };
  const options = [
    ...(draft === null ? [] : [{ value: DRAFT, label: choiceName(DRAFT) }]),
    ...versions.map(({ version }) => ({
      value: String(version),
      label: `${choiceName(String(version))}${version === newest ? ' (current)' : ''}`,
    })),
  ];
  return (
    <div className={classes.columns}>
      <VersionList versions={versions} shown={shown} onShow={setShown} />
      <div className={classes.chosen}>
        <Group gap="xs" align="end">
          <Select
            label="Compare with"
            size="xs"
            w={190}
            data={options}
            value={against}
            allowDeselect={false}
            onChange={setChosen}
          />
          <Button
            size="xs"
            leftSection={<IconRestore size={15} />}
            disabled={shown === newest}
            loading={isLoading}
            onClick={() => (draft === null ? restoreNow() : setAsking(true))}
          >
            Restore this version
          </Button>
        </Group>
        <section className={classes.codes} aria-label={`Version ${shown}`}>
          <VersionComparison {...props} newest={String(newest)} choices={[String(shown), against]} />
        </section>
      </div>
      <ConfirmDialog
        isDanger
        cancel="Keep editing"
        isOpen={isAsking}
        title={`Restore version ${shown}?`}
        text="Your unsaved code will be discarded. Saved versions stay."
        action="Discard and restore"
        onConfirm={restoreNow}
        onClose={() => setAsking(false)}
      />
    </div>
  );
};

/** Opens next to the workspace. */
export const VersionsDrawer = ({ onClose, ...props }: VersionsDrawerProps) => {
  useReturnedFocus(true);
  const { currentData, error, isFetching, refetch } = useListStrategyVersionsQuery({
    id: props.chatId,
    filename: props.filename,
  });
  const versions = isFetching && !currentData ? undefined : currentData?.versions;
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="min(1180px, 100vw)"
      title={<bdi>Versions of {props.filename}</bdi>}
      classNames={{
        content: classes.content ?? '',
        body: classes.body ?? '',
        title: classes.title ?? '',
      }}
    >
      {error && !versions ? <LoadFailure text={messageOf(error)} onRetry={refetch} /> : null}
      {!error && !versions ? <Skeleton h={200} aria-label="Loading versions" /> : null}
      {versions && versions.length < 2 ? (
        <Center h="100%">
          <EmptyPlace
            icon={IconHistory}
            title="Only one version so far"
            text={
              <Text span size="sm">
                Each save keeps the previous code as a version, up to 50. Compare and restore versions here.
              </Text>
            }
          />
        </Center>
      ) : null}
      {versions && versions.length >= 2 ? <Chosen {...props} versions={versions} /> : null}
    </Drawer>
  );
};

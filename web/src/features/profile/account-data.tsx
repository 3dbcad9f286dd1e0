// The user's data: to take along, or to be deleted.
import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import type { User } from '@tradeium/contracts';
import { downloadText } from '../../lib/download.ts';
import { messageOf } from '../../lib/failure.ts';
import { PageSection } from '../../ui/page-section.tsx';
import { showToast } from '../../ui/toast.ts';
import classes from './account-data.module.css';
import { useExportAccountMutation } from './api.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

const ExportButton = () => {
  const [exportAccount, { isLoading }] = useExportAccountMutation();
  const save = async () => {
    const { data, error } = await exportAccount();
    if (error) return showToast('error', `Failed to export your data: ${messageOf(error)}`);
    const day = new Date().toISOString().slice(0, 10);
    downloadText(`tradeium-account-${day}.json`, JSON.stringify(data, null, 2), 'application/json');
  };
  return (
    <Button variant="default" leftSection={<IconDownload size={16} />} loading={isLoading} onClick={save}>
      Export my data
    </Button>
  );
};

/** Export, and the danger zone. */
export const AccountData = ({ user }: { user: User }) => {
  const [isDeleting, { open, close }] = useDisclosure();
  return (
    <PageSection id="data" title="Your data">
      <Group justify="space-between" gap="md">
        <Text size="sm" maw={420}>
          One JSON file with your account, sessions, chats, favorites, credits and payments, every version of
          your strategies, and the settings, key figures and notes of your results. Download tables and charts
          from the results themselves: the file only lists them.
        </Text>
        <ExportButton />
      </Group>
      <div className={classes.danger}>
        <Text size="sm" fw="var(--weight-strong)" className={classes.warning ?? ''}>
          Danger zone
        </Text>
        <Group justify="space-between" gap="md" mt={6}>
          <Text size="sm" maw={400}>
            Deleting your account cannot be undone. Export your data first if you want to keep it.
          </Text>
          <Button color="red" variant="light" leftSection={<IconTrash size={16} />} onClick={open}>
            Delete account
          </Button>
        </Group>
      </div>
      <DeleteAccountDialog user={user} opened={isDeleting} onClose={close} />
    </PageSection>
  );
};

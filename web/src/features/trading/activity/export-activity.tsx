// Saves everything that a deployment did as a file, whose hashes anybody can check.
import { Button, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { downloadText } from '../../../lib/download.ts';
import { messageOf } from '../../../lib/failure.ts';
import { showToast } from '../../../ui/toast.ts';
import { useExportActivityMutation } from '../api.ts';

type ExportActivityProps = { chatId: string; deploymentId: string };

export const ExportActivity = ({ chatId, deploymentId }: ExportActivityProps) => {
  const [exportActivity, { isLoading }] = useExportActivityMutation();
  const save = async () => {
    const { data, error } = await exportActivity({ id: chatId, deployment_id: deploymentId });
    if (error) return showToast('error', `Failed to export the activity: ${messageOf(error)}`);
    const day = new Date().toISOString().slice(0, 10);
    const name = `tradeium-activity-${data.run_card.deployment_id}-${day}.json`;
    downloadText(name, JSON.stringify(data, null, 2), 'application/json');
  };
  return (
    <Group justify="space-between" gap="xs" mb="xs">
      <Text size="xs" c="dimmed">
        The export holds the whole log of this deployment. Each entry carries a hash of the one before it, so
        any change shows.
      </Text>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconDownload size={14} aria-hidden />}
        loading={isLoading}
        onClick={() => void save()}
      >
        Export activity
      </Button>
    </Group>
  );
};

// The connected keys by their first characters, with the ways to replace and remove them; or the button that connects some.
import { Button, Group, Menu, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconChevronDown,
  IconKey,
  IconPlugConnected,
  IconReplace,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { isFailure, messageOf } from '../../../lib/failure.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { showToast } from '../../../ui/toast.ts';
import {
  EXCHANGE,
  EXCHANGE_NAME,
  useDeleteApiKeysMutation,
  useGetApiKeysQuery,
  useListDeploymentsQuery,
} from '../api.ts';
import { ModeBadge } from '../mode-badge.tsx';
import { tradesLive } from '../trading-words.ts';

const useAskedKeys = () => {
  const { currentData, error, isFetching, refetch } = useGetApiKeysQuery({ exchange: EXCHANGE });
  const isMissing = isFailure(error) && error.status === 404;
  const keys = currentData ?? (isMissing ? null : undefined);
  return { keys, failure: !currentData && !isMissing ? error : undefined, isFetching, retry: refetch };
};

/** `null`: there are none, `undefined`: not known. */
export const useKeys = () => useAskedKeys().keys;

const KeysUnread = ({ failure, onRetry }: { failure: unknown; onRetry: () => void }) => (
  <Button
    size="xs"
    variant="light"
    color="red"
    leftSection={<IconAlertTriangle size={16} aria-hidden />}
    title={messageOf(failure)}
    onClick={onRetry}
  >
    API keys not read: try again
  </Button>
);

const RemoveDialog = ({ onClose }: { onClose: () => void }) => {
  const [remove, { isLoading }] = useDeleteApiKeysMutation();
  const { data: deployments = [] } = useListDeploymentsQuery();
  if (tradesLive(deployments))
    return (
      <Dialog opened onClose={onClose} title="Remove the API keys?">
        <Text size="sm">A live deployment trades with these API keys. Stop it before you remove them.</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" data-autofocus onClick={onClose}>
            Close
          </Button>
        </Group>
      </Dialog>
    );
  const confirm = async () => {
    const { error } = await remove({ exchange: EXCHANGE });
    if (error) showToast('error', messageOf(error));
    else showToast('success', 'API keys removed');
    onClose();
  };
  return (
    <ConfirmDialog
      title="Remove the API keys?"
      text={`Live trading on ${EXCHANGE_NAME} needs them. You can also delete them at the exchange.`}
      action="Remove"
      isDanger
      isBusy={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
};

/** Nothing while it is not known whether there are keys. */
export const KeysMenu = ({ onConnect }: { onConnect: () => void }) => {
  const { keys, failure, isFetching, retry } = useAskedKeys();
  const [isRemoving, setRemoving] = useState(false);
  if (failure && !isFetching) return <KeysUnread failure={failure} onRetry={() => void retry()} />;
  if (keys === undefined) return null;
  if (keys === null)
    return (
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlugConnected size={16} aria-hidden />}
        onClick={onConnect}
      >
        Connect API
      </Button>
    );
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconKey size={15} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            aria-label={`${EXCHANGE_NAME} API key ${keys.key_prefix}`}
          >
            {keys.key_prefix}
            {keys.is_testnet ? <>&nbsp;</> : null}
            {keys.is_testnet ? <ModeBadge look="testnet" /> : null}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{EXCHANGE_NAME} API key</Menu.Label>
          <Menu.Item leftSection={<IconReplace size={16} aria-hidden />} onClick={onConnect}>
            Replace keys
          </Menu.Item>
          <Menu.Item
            leftSection={<IconTrash size={16} aria-hidden />}
            c="var(--mantine-color-error)"
            onClick={() => setRemoving(true)}
          >
            Remove keys
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isRemoving ? <RemoveDialog onClose={() => setRemoving(false)} /> : null}
    </>
  );
};

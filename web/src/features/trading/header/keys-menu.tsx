// The connected keys by their first characters, with the ways to replace and remove them; or the button that connects some.
import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconKey, IconPlugConnected, IconReplace, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { isFailure, messageOf } from '../../../lib/failure.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { showToast } from '../../../ui/toast.ts';
import { EXCHANGE, EXCHANGE_NAME, useDeleteApiKeysMutation, useGetApiKeysQuery } from '../api.ts';
import { ModeBadge } from '../mode-badge.tsx';

/** `null`: there are none, `undefined`: not known. */
export const useKeys = () => {
  const { currentData, error, isFetching } = useGetApiKeysQuery({ exchange: EXCHANGE });
  if (currentData) return currentData;
  return !isFetching && isFailure(error) && error.status === 404 ? null : undefined;
};

const RemoveDialog = ({ onClose }: { onClose: () => void }) => {
  const [remove, { isLoading }] = useDeleteApiKeysMutation();
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
  const keys = useKeys();
  const [isRemoving, setRemoving] = useState(false);
  if (keys === undefined) return null;
  if (keys === null)
    return (
      <Button size="xs" leftSection={<IconPlugConnected size={16} aria-hidden />} onClick={onConnect}>
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
            aria-label={`${EXCHANGE_NAME} API key ${keys.key_prefix}…`}
          >
            {keys.key_prefix}…{keys.is_testnet ? <>&nbsp;</> : null}
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

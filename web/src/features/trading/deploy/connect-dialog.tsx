// The dialog that takes the keys of an exchange account.
import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isFailure, messageOf } from '../../../lib/failure.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { EXCHANGE, EXCHANGE_NAME, useListDeploymentsQuery, useSaveApiKeysMutation } from '../api.ts';
import { tradesLive } from '../trading-words.ts';

const BOTH_REQUIRED = 'Both API key and secret are required';

type ConnectDialogProps = {
  /** Keys are there already: these take their place. */
  isReplacing: boolean;
  onSaved: () => void;
  onClose: () => void;
};

type Values = { apiKey: string; apiSecret: string };

const check = ({ apiKey, apiSecret }: Values): Record<string, string> => ({
  ...(apiKey.trim() === '' && { apiKey: BOTH_REQUIRED }),
  ...(apiSecret.trim() === '' && { apiSecret: BOTH_REQUIRED }),
});

/** A deployment trades with the keys that are there: they are of its account. */
const ReplaceNote = () => {
  const { data: deployments = [] } = useListDeploymentsQuery();
  return (
    <Text size="sm" c="dimmed">
      These keys replace the connected ones.
      {tradesLive(deployments)
        ? ' They must belong to the same exchange account: a live deployment trades it. To change the account, stop that deployment first.'
        : ''}
    </Text>
  );
};

const isAccountUnknown = (thrown: unknown): boolean =>
  isFailure(thrown) && thrown.code === 'API_KEYS_ACCOUNT_UNKNOWN';

/** The exchange is asked about the keys before they are stored. */
export const ConnectDialog = ({ isReplacing, onSaved, onClose }: ConnectDialogProps) => {
  const [save, { isLoading }] = useSaveApiKeysMutation();
  const [isTestnet, setTestnet] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsked, setAsked] = useState(false);
  const [isSame, setSame] = useState(false);
  const { form, field } = useForm<Values>({
    initial: { apiKey: '', apiSecret: '' },
    check,
    send: async ({ apiKey, apiSecret }) => {
      setProblem(null);
      const keys = { api_key: apiKey.trim(), api_secret: apiSecret.trim(), is_testnet: isTestnet };
      const confirmed = isSame ? { is_same_account: true } : {};
      const { error } = await save({ exchange: EXCHANGE, ...keys, ...confirmed });
      if (!error) onSaved();
      else {
        setAsked(isAccountUnknown(error));
        setProblem(messageOf(error, 'Failed to save API keys'));
      }
      return undefined;
    },
  });
  return (
    <Dialog opened onClose={onClose} title={isReplacing ? 'Replace API keys' : 'Connect API'}>
      <form {...form}>
        <Stack>
          <Text size="sm">
            Enter the API keys of your {EXCHANGE_NAME} account. Keys are encrypted and stored securely. Create
            keys that may read and trade; keys that may withdraw are refused.
          </Text>
          {isReplacing ? <ReplaceNote /> : null}
          <TextInput
            label="API key"
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            {...field('apiKey')}
          />
          <PasswordField label="API secret" autoComplete="new-password" {...field('apiSecret')} />
          <Checkbox
            label="Testnet: these keys belong to the exchange's test network"
            checked={isTestnet}
            onChange={(event) => setTestnet(event.currentTarget.checked)}
          />
          {isAsked ? (
            <Checkbox
              label="These keys belong to the account that my live deployment trades"
              checked={isSame}
              onChange={(event) => setSame(event.currentTarget.checked)}
            />
          ) : null}
          <DialogActions problem={problem}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isLoading}>
              Connect
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  );
};

// Asks for the name of a new chat.
import { Button, Group, Text, TextInput } from '@mantine/core';
import { CHAT_NAME_LENGTH_MAX, type Chat, chatName } from '@tradeium/contracts';
import { messageOf } from '../../../lib/failure.ts';
import { type FieldOfCode, formErrors, refusedField } from '../../../lib/forms/form-errors.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { FailureAlert } from '../../../ui/loading/failure-alert.tsx';
import { useCreateChatMutation } from '../api.ts';

const FIELD_OF_CODE: FieldOfCode = {
  CHAT_NAME_REQUIRED: 'name',
  CHAT_NAME_TOO_SHORT: 'name',
  CHAT_NAME_TOO_LONG: 'name',
  CHAT_NAME_TAKEN: 'name',
};

type CreateDialogProps = { onCreated: (chat: Chat) => void; onClose: () => void };

/** The error of a name that is not 3 to 50 valid characters. */
export const CreateDialog = ({ onCreated, onClose }: CreateDialogProps) => {
  const [create, { isLoading, error }] = useCreateChatMutation();
  const { values, field, form } = useForm({
    initial: { name: '' },
    check: ({ name }): Record<string, string> => {
      const problem = formErrors(chatName, name)[''];
      return problem ? { name: problem } : {};
    },
    send: async ({ name }) => {
      const { data, error: refused } = await create({ name: name.trim() });
      if (!data) return refusedField(refused, FIELD_OF_CODE);
      onClose();
      onCreated(data);
      return undefined;
    },
  });
  const length = values.name.trim().length;
  return (
    <Dialog opened onClose={onClose} title="Enter Backtest Chat Name">
      <form {...form}>
        {error && !refusedField(error, FIELD_OF_CODE) ? (
          <FailureAlert mb="sm">Failed to create backtest session: {messageOf(error)}</FailureAlert>
        ) : null}
        <TextInput
          data-autofocus
          dir="auto"
          label="Name"
          placeholder="e.g. Momentum, top 10"
          autoComplete="off"
          spellCheck={false}
          rightSection={
            <Text
              component="span"
              size="xs"
              c={length > CHAT_NAME_LENGTH_MAX ? 'var(--mantine-color-error)' : 'dimmed'}
            >
              {length}/{CHAT_NAME_LENGTH_MAX}
            </Text>
          }
          rightSectionWidth={56}
          {...field('name')}
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isLoading}>
            Create Backtest
          </Button>
        </Group>
      </form>
    </Dialog>
  );
};

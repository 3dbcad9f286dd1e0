// Renames a chat, a strategy file or a result folder; says while the name is typed whether it is free.
import { Button, Group, Text, TextInput } from '@mantine/core';
import { type ErrorCode, NAME_LENGTH_MAX } from '@tradeium/contracts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { FailureAlert } from '../../../ui/loading/failure-alert.tsx';
import { nameProblem } from './name-problem.ts';

type RenameDialogProps = {
  title: string;
  label: string;
  /** Its name now; that stays possible, and changes nothing. */
  current: string;
  /** The names of the others, and the refusal when it is one of them. */
  others: readonly string[];
  takenError: ErrorCode;
  isBusy: boolean;
  /** Why the server refused the last try. */
  failure: string | undefined;
  onRename: (name: string) => void;
  onClose: () => void;
};

const Verdict = ({ problem, isNew }: { problem: string | undefined; isNew: boolean }) => (
  <Text
    component="output"
    size="xs"
    display="block"
    mih={18}
    mt={6}
    c={problem ? 'var(--mantine-color-error)' : 'var(--gain)'}
  >
    {problem ?? (isNew ? '✓ Name is available' : '')}
  </Text>
);

/** The name is trimmed; 1 to 100 characters. */
export const RenameDialog = (props: RenameDialogProps) => {
  const { title, label, current, others, takenError, isBusy, failure, onRename, onClose } = props;
  const problemOf = (name: string) => nameProblem(name, others, takenError);
  const { values, field, form } = useForm({
    initial: { name: current },
    check: ({ name }) => {
      const found = problemOf(name);
      return found === undefined ? {} : { name: found };
    },
    send: async ({ name }) => {
      if (name.trim() === current) onClose();
      else onRename(name.trim());
      return undefined;
    },
  });
  // Said while the name is typed, and not only when the form is sent.
  const problem = problemOf(values.name);
  const wanted = values.name.trim();
  return (
    <Dialog opened onClose={onClose} title={title}>
      <form {...form}>
        {failure ? <FailureAlert mb="sm">{failure}</FailureAlert> : null}
        <TextInput
          data-autofocus
          dir="auto"
          label={label}
          {...field('name')}
          onFocus={(event) => event.currentTarget.select()}
          error={problem !== undefined}
          autoComplete="off"
          spellCheck={false}
          rightSection={
            <Text component="span" size="xs" c="dimmed" aria-hidden>
              {wanted.length}/{NAME_LENGTH_MAX}
            </Text>
          }
          rightSectionWidth={62}
        />
        <Verdict problem={problem} isNew={wanted !== current} />
        <Group justify="flex-end" mt="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy} disabled={problem !== undefined}>
            Rename
          </Button>
        </Group>
      </form>
    </Dialog>
  );
};

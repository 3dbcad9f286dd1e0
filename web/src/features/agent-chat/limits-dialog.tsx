// The most that the user lets a reply, and a day of replies and tools, cost.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { messageOf } from '../../lib/failure.ts';
import { credits } from '../../lib/format.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FailureAlert } from '../../ui/loading/failure-alert.tsx';
import { useChangeAgentLimitsMutation } from './api.ts';
import type { ChatFacts } from './conversation.ts';

type Limits = ChatFacts['limits'];

type LimitsDialogProps = {
  readonly limits: Limits;
  readonly onChanged: (limits: Pick<Limits, 'per_reply_vut' | 'per_day_vut'>) => void;
  readonly onClose: () => void;
};

const VUT_MAX = 1_000_000;

const typed = (vut: number | null): string => (vut === null ? '' : String(vut));

/** Empty means no limit; NaN means invalid. */
const vutOf = (text: string): number | null => {
  const trimmed = text.trim();
  return trimmed === '' ? null : Number(trimmed);
};

const problemOf = (text: string): string | null => {
  const vut = vutOf(text);
  const isAmount = vut === null || (vut >= 0 && vut <= VUT_MAX);
  return isAmount ? null : 'Please enter an amount of VUT, or leave it empty for no limit';
};

const problemsIn = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, text]) => {
      const problem = problemOf(text);
      return problem === null ? [] : [[name, problem]];
    }),
  );

export const LimitsDialog = ({ limits, onChanged, onClose }: LimitsDialogProps) => {
  const [change, { isLoading, error }] = useChangeAgentLimitsMutation();
  const { field, form } = useForm({
    initial: { perReply: typed(limits.per_reply_vut), perDay: typed(limits.per_day_vut) },
    check: problemsIn,
    send: async ({ perReply, perDay }) => {
      const { data } = await change({ per_reply_vut: vutOf(perReply), per_day_vut: vutOf(perDay) });
      if (data) {
        onChanged(data);
        onClose();
      }
      return undefined;
    },
  });
  return (
    <Dialog opened onClose={onClose} title="Spending limits">
      <form {...form}>
        <Stack>
          <Text size="sm">
            The agents never exceed these limits. Leave a field empty for no limit. Today (UTC) you have spent{' '}
            {credits(limits.spent_today_vut)} VUT on agents and assistants.
          </Text>
          {error ? <FailureAlert>{messageOf(error)}</FailureAlert> : null}
          <TextInput
            label="Maximum cost of a reply (VUT)"
            description="A reply ends when it reaches this amount."
            inputMode="decimal"
            data-autofocus
            {...field('perReply')}
          />
          <TextInput
            label="Maximum cost per day (VUT)"
            description="Includes backtests of assistants that you have connected."
            inputMode="decimal"
            {...field('perDay')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isLoading}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
};

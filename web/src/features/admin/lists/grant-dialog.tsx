// Grants credits to a user: how many and why; large grants want a fresh proof.
import { NumberInput, Text, Textarea } from '@mantine/core';
import { GRANT_MAX_VUT } from '@tradeium/contracts';
import { useState } from 'react';
import { messageOf } from '../../../lib/failure.ts';
import { credits, wholeNumber } from '../../../lib/format.ts';
import { showToast } from '../../../ui/toast.ts';
import { useGrantCreditsToUserMutation } from '../api.ts';
import { ConfirmedAction } from '../confirmed-action.tsx';
import { nameOf } from '../words.ts';

/** The user of a grant, as every list and the user's page know it. */
export type GrantTarget = {
  readonly user_id: string;
  readonly username: string;
  readonly email: string;
  readonly vut_credits: number;
};

const DESCRIPTION_MAX = 200;

/** Nothing that is typed is left out or changed, as it would be another amount. */
const AMOUNT_PROBLEM = `A whole number from 1 to ${wholeNumber(GRANT_MAX_VUT)}`;

const problemOf = (error: unknown): string => `Failed to grant tokens: ${messageOf(error)}`;

export const GrantDialog = ({ user, onClose }: { user: GrantTarget; onClose: () => void }) => {
  const [amount, setAmount] = useState<number | string>('');
  const [description, setDescription] = useState('');
  const [grant] = useGrantCreditsToUserMutation();
  const name = nameOf(user);
  const whole = Number(amount);
  const isAmount = amount !== '' && Number.isInteger(whole) && whole >= 1 && whole <= GRANT_MAX_VUT;
  return (
    <ConfirmedAction
      title={`Grant VUT Credits to ${name}`}
      action="Grant Credits"
      busy="Granting..."
      reason="none"
      isFilled={isAmount && description.trim() !== ''}
      send={(given) =>
        grant({
          ...given,
          id: user.user_id,
          user_id: user.user_id,
          amount: whole,
          description: description.trim(),
          reason: description.trim(),
        })
      }
      problemOf={problemOf}
      onDone={() => {
        showToast('success', `Successfully granted ${whole} tokens to ${name}`);
        onClose();
      }}
      onClose={onClose}
    >
      <Text size="sm">Current Balance: {credits(user.vut_credits)} VUT</Text>
      <NumberInput
        label="Amount of Credits"
        description={isAmount ? `New balance: ${credits(user.vut_credits + whole)} VUT` : 'Whole credits'}
        error={amount === '' || isAmount ? null : AMOUNT_PROBLEM}
        min={1}
        clampBehavior="none"
        data-autofocus
        value={amount}
        onChange={setAmount}
      />
      <Textarea
        label="Description/Reason"
        description="The owner of the account reads it in the history of credits. It is stored permanently, even after the account is deleted: please write no personal data."
        maxLength={DESCRIPTION_MAX}
        rows={2}
        value={description}
        onChange={({ currentTarget }) => setDescription(currentTarget.value)}
      />
    </ConfirmedAction>
  );
};

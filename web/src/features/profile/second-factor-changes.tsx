// Changes a second factor that is on: makes new recovery codes, or turns it off. Both ask for password and code.
import { Button, Group, Text } from '@mantine/core';
import { messageOf } from '../../lib/failure.ts';
import { refusedField } from '../../lib/forms/form-errors.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FailureAlert } from '../../ui/loading/failure-alert.tsx';
import { showToast } from '../../ui/toast.ts';
import { useDisableSecondFactorMutation, useRenewRecoveryCodesMutation } from './api.ts';
import { PROOF_FIELDS, proofErrors } from './profile-errors.ts';
import { CodesDialog } from './recovery-codes.tsx';
import { ProofFields, type ProofValues } from './second-factor-fields.tsx';

type DialogProps = { opened: boolean; onClose: () => void };
type OnCodes = { onCodes: (codes: readonly string[]) => void };

type ProofFormProps = {
  text: string;
  action: string;
  isDanger?: boolean;
  isLoading: boolean;
  error: unknown;
  /** Resolves to what was refused. */
  send: (proof: ProofValues) => Promise<unknown>;
  onClose: () => void;
};

const ProofForm = ({ text, action, isDanger = false, isLoading, error, send, onClose }: ProofFormProps) => {
  const { field, form } = useForm<ProofValues>({
    initial: { code: '', password: '' },
    check: proofErrors,
    send: async (typed) => refusedField(await send(typed), PROOF_FIELDS),
  });
  return (
    <form {...form}>
      {error && !refusedField(error, PROOF_FIELDS) ? (
        <FailureAlert mb="md">{messageOf(error)}</FailureAlert>
      ) : null}
      <Text size="sm" mb="md">
        {text}
      </Text>
      <ProofFields field={field} description="From your authenticator app, or a recovery code." />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isLoading} {...(isDanger && { color: 'red' })}>
          {action}
        </Button>
      </Group>
    </form>
  );
};

const Renewal = ({ onClose, onCodes }: Pick<DialogProps, 'onClose'> & OnCodes) => {
  const [renew, { isLoading, error }] = useRenewRecoveryCodesMutation();
  return (
    <ProofForm
      text="The recovery codes that you have now will no longer work."
      action="Create new codes"
      isLoading={isLoading}
      error={error}
      send={async (proof) => {
        const { data, error: refused } = await renew(proof);
        if (data) onCodes(data.recovery_codes);
        return refused;
      }}
      onClose={onClose}
    />
  );
};

const Disabling = ({ onClose }: Pick<DialogProps, 'onClose'>) => {
  const [disable, { isLoading, error }] = useDisableSecondFactorMutation();
  return (
    <ProofForm
      text="Your password alone will sign you in. Your recovery codes will no longer work."
      action="Turn off"
      isDanger
      isLoading={isLoading}
      error={error}
      send={async (proof) => {
        const { data, error: refused } = await disable(proof);
        if (data) {
          onClose();
          showToast('success', 'Two-factor authentication is off.');
        }
        return refused;
      }}
      onClose={onClose}
    />
  );
};

export const RenewDialog = ({ opened, onClose }: DialogProps) => (
  <CodesDialog title="Make new recovery codes?" opened={opened} onClose={onClose}>
    {(show) => <Renewal onClose={onClose} onCodes={show} />}
  </CodesDialog>
);

export const DisableDialog = ({ opened, onClose }: DialogProps) => (
  <Dialog opened={opened} onClose={onClose} title="Turn off two-factor authentication?">
    <Disabling onClose={onClose} />
  </Dialog>
);

// Turns on the second factor: a QR code for the app, a code from it, then the recovery codes.
import { Button, Group, Skeleton, Text } from '@mantine/core';
import type { RouteOutput } from '@tradeium/contracts';
import { QRCodeSVG } from 'qrcode.react';
import { useEffect } from 'react';
import { messageOf } from '../../lib/failure.ts';
import { refusedField } from '../../lib/forms/form-errors.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FailureAlert } from '../../ui/loading/failure-alert.tsx';
import { LoadFailure } from '../../ui/loading/load-failure.tsx';
import { useEnableSecondFactorMutation, usePrepareSecondFactorMutation } from './api.ts';
import { PROOF_FIELDS, proofErrors } from './profile-errors.ts';
import { CodesDialog } from './recovery-codes.tsx';
import classes from './second-factor.module.css';
import { ProofFields, type ProofValues } from './second-factor-fields.tsx';

type Prepared = RouteOutput<'prepareSecondFactor'>;
type DialogProps = { opened: boolean; onClose: () => void };
type OnCodes = { onCodes: (codes: readonly string[]) => void };

const QR_SIZE = 200;
const GROUPS = /.{4}/g;

const Picture = ({ prepared: { uri, secret } }: { prepared: Prepared }) => (
  <>
    <Text size="sm">
      Scan this with an authenticator app, such as Google Authenticator, 1Password or Aegis. Then enter the
      code that it shows.
    </Text>
    <div className={classes.picture}>
      <QRCodeSVG
        className={classes.code ?? ''}
        value={uri}
        size={QR_SIZE}
        title="QR code for an authenticator app"
      />
    </div>
    <Group gap="xs" mb="md" wrap="nowrap">
      <Text size="sm" className={classes.secret ?? ''}>
        {secret.match(GROUPS)?.join(' ')}
      </Text>
      <CopyButton text={secret} what="the secret" />
    </Group>
  </>
);

const SetupForm = ({ onClose, onCodes }: Pick<DialogProps, 'onClose'> & OnCodes) => {
  const [prepare, preparing] = usePrepareSecondFactorMutation();
  const [enable, { isLoading, error }] = useEnableSecondFactorMutation();
  const prepared = preparing.data;
  const { field, form } = useForm<ProofValues>({
    initial: { code: '', password: '' },
    check: proofErrors,
    send: async (typed) => {
      if (!prepared) return undefined;
      const { data, error: refused } = await enable({ ...typed, setup: prepared.setup });
      if (data) onCodes(data.recovery_codes);
      return refusedField(refused, PROOF_FIELDS);
    },
  });
  useEffect(() => void prepare(), [prepare]);
  if (preparing.error)
    return <LoadFailure text={messageOf(preparing.error)} onRetry={() => void prepare()} />;
  return (
    <form {...form}>
      {error && !refusedField(error, PROOF_FIELDS) ? (
        <FailureAlert mb="md">{messageOf(error)}</FailureAlert>
      ) : null}
      {prepared ? (
        <Picture prepared={prepared} />
      ) : (
        <Skeleton h={QR_SIZE} mb="md" role="status" aria-label="The QR code is loading" />
      )}
      <ProofFields field={field} description="Six digits that the app shows." />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isLoading} disabled={!prepared}>
          Turn on
        </Button>
      </Group>
    </form>
  );
};

export const SecondFactorSetup = ({ opened, onClose }: DialogProps) => (
  <CodesDialog title="Turn on two-factor authentication" opened={opened} onClose={onClose}>
    {(show) => <SetupForm onClose={onClose} onCodes={show} />}
  </CodesDialog>
);

// Turns on the second factor: a QR code for the app, a code from it, then the recovery codes.
import { Alert, Button, Group, Modal, Skeleton, Text } from '@mantine/core';
import type { RouteOutput } from '@tradeium/contracts';
import { QRCodeSVG } from 'qrcode.react';
import { useEffect } from 'react';
import { messageOf } from '../../lib/failure.ts';
import { refusedField } from '../../lib/form-errors.ts';
import { useForm } from '../../lib/use-form.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { useEnableSecondFactorMutation, usePrepareSecondFactorMutation } from './api.ts';
import { PROOF_FIELDS, proofErrors } from './profile-errors.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import classes from './second-factor.module.css';
import { ProofFields, type ProofValues } from './second-factor-fields.tsx';

type Prepared = RouteOutput<'prepareSecondFactor'>;
type DialogProps = { opened: boolean; onClose: () => void };

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

const SetupForm = ({ onClose }: Pick<DialogProps, 'onClose'>) => {
  const [prepare, preparing] = usePrepareSecondFactorMutation();
  const [enable, { data, isLoading, error }] = useEnableSecondFactorMutation();
  const prepared = preparing.data;
  const { field, form } = useForm<ProofValues>({
    initial: { code: '', password: '' },
    check: proofErrors,
    send: async (typed) => {
      if (!prepared) return undefined;
      return refusedField((await enable({ ...typed, setup: prepared.setup })).error, PROOF_FIELDS);
    },
  });
  useEffect(() => void prepare(), [prepare]);
  if (data) return <RecoveryCodes codes={data.recovery_codes} onKept={onClose} />;
  if (preparing.error)
    return <LoadFailure text={messageOf(preparing.error)} onRetry={() => void prepare()} />;
  return (
    <form {...form}>
      {error && !refusedField(error, PROOF_FIELDS) ? (
        <Alert color="red" role="alert" mb="md">
          {messageOf(error)}
        </Alert>
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

/** A click beside it does not close it: the recovery codes are shown once. */
export const SecondFactorSetup = ({ opened, onClose }: DialogProps) => (
  <Modal
    opened={opened}
    onClose={onClose}
    closeOnClickOutside={false}
    title="Turn on two-factor authentication"
  >
    <SetupForm onClose={onClose} />
  </Modal>
);

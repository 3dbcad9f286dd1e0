// Turns the code of an authenticator app at login on and off, and says how it is now.
import { Badge, Button, Group, Skeleton, Text } from '@mantine/core';
import type { SecondFactor as Status } from '@tradeium/contracts';
import { useState } from 'react';
import { messageOf } from '../../lib/failure.ts';
import { counted } from '../../lib/format.ts';
import { LoadFailure } from '../../ui/loading/load-failure.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { useGetSecondFactorQuery } from './api.ts';
import { DisableDialog, RenewDialog } from './second-factor-changes.tsx';
import { SecondFactorSetup } from './second-factor-setup.tsx';

const FEW_CODES = 3;

type Asking = 'setup' | 'renewal' | 'disabling';

const CodesLeft = ({ left }: { left: number }) => (
  <Text size="sm" {...(left <= FEW_CODES && { c: 'var(--loss)' })}>
    {counted(left, 'recovery code is', 'recovery codes are')} left.
    {left <= FEW_CODES ? ' Make new ones before you need them.' : null}
  </Text>
);

const Actions = ({ status, ask }: { status: Status; ask: (what: Asking) => void }) =>
  status.enabled ? (
    <Group justify="space-between" gap="md">
      <CodesLeft left={status.recovery_codes_left} />
      <Group gap="sm">
        <Button variant="default" onClick={() => ask('renewal')}>
          New recovery codes
        </Button>
        <Button variant="default" onClick={() => ask('disabling')}>
          Turn off
        </Button>
      </Group>
    </Group>
  ) : (
    <Group justify="space-between" gap="md">
      <Text size="sm" maw={400}>
        With a second factor, your password alone is not enough to sign in. Turning it on ends your other
        sessions.
      </Text>
      <Button variant="default" onClick={() => ask('setup')}>
        Turn on
      </Button>
    </Group>
  );

/** The state, and one dialog for each change of it. */
export const SecondFactor = () => {
  const { data, error, refetch } = useGetSecondFactorQuery();
  const [asking, setAsking] = useState<Asking | null>(null);
  const close = () => setAsking(null);
  return (
    <PageSection
      id="second-factor"
      title="Two-factor authentication"
      text="Sign in with your password and a code from an app on your phone."
      aside={
        data ? (
          <Badge variant="light" color={data.enabled ? 'green' : 'gray'} tt="none">
            {data.enabled ? 'On' : 'Off'}
          </Badge>
        ) : null
      }
    >
      {data ? (
        <Actions status={data} ask={setAsking} />
      ) : error ? (
        <LoadFailure
          text={`Failed to load two-factor authentication: ${messageOf(error)}`}
          onRetry={refetch}
        />
      ) : (
        <Skeleton h={36} role="status" aria-label="Two-factor authentication is loading" />
      )}
      <SecondFactorSetup opened={asking === 'setup'} onClose={close} />
      <RenewDialog opened={asking === 'renewal'} onClose={close} />
      <DisableDialog opened={asking === 'disabling'} onClose={close} />
    </PageSection>
  );
};

// Where the account is signed in, and how to end that.
import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import type { SessionEntry } from '@tradeium/contracts';
import { useState } from 'react';
import { messageOf } from '../../lib/failure.ts';
import { counted, dateTime } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { LoadFailure } from '../../ui/loading/load-failure.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { showToast } from '../../ui/toast.ts';
import { useListSessionsQuery, useRevokeOtherSessionsMutation, useRevokeSessionMutation } from './api.ts';
import classes from './session-list.module.css';

const PHONE = /android|iphone|ipad|ios|mobile/i;

const Session = ({ session }: { session: SessionEntry }) => {
  const { id, device, started_at, last_used_at, current } = session;
  const [revoke, { isLoading }] = useRevokeSessionMutation();
  const Icon = PHONE.test(device ?? '') ? IconDeviceMobile : IconDeviceDesktop;
  const name = device ?? 'Unknown device';
  const end = async () => {
    const { error } = await revoke({ id });
    if (error) showToast('error', messageOf(error));
    else showToast('success', `${name} was logged out.`);
  };
  return (
    <li className={classes.entry}>
      <Icon size={24} stroke={1.5} className={classes.icon} aria-hidden />
      <div className={classes.what}>
        <Group gap="xs">
          <Text size="sm" fw="var(--weight-medium)">
            {name}
          </Text>
          {current ? (
            <Badge variant="light" color="green" tt="none">
              This device
            </Badge>
          ) : null}
        </Group>
        <Text size="xs" c="dimmed">
          Started {dateTime(started_at)}
          {current ? ', active now' : `, last used ${dateTime(last_used_at)}`}
        </Text>
      </div>
      {current ? null : (
        <Button
          size="xs"
          variant="default"
          loading={isLoading}
          aria-label={`Log out ${name}, started ${dateTime(started_at)}`}
          onClick={end}
        >
          Log out
        </Button>
      )}
    </li>
  );
};

/** Asks for confirmation, because it interrupts work on those devices. */
const LogOutOthers = ({ others }: { others: number }) => {
  const [isAsking, setAsking] = useState(false);
  const [revoke, { isLoading }] = useRevokeOtherSessionsMutation();
  const end = async () => {
    const { data, error } = await revoke();
    setAsking(false);
    if (error) showToast('error', messageOf(error));
    else showToast('success', `${counted(data.revoked, 'device was', 'devices were')} logged out.`);
  };
  return (
    <>
      <Button variant="default" size="sm" mt="md" onClick={() => setAsking(true)}>
        Log out all other devices
      </Button>
      <Dialog opened={isAsking} onClose={() => setAsking(false)} title="Log out all other devices?">
        <Text size="sm">
          {counted(others, 'other device is', 'other devices are')} signed in to your account and will have to
          sign in again. This one stays signed in.
        </Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={() => setAsking(false)}>
            Cancel
          </Button>
          <Button color="red" loading={isLoading} data-autofocus onClick={end}>
            Log out others
          </Button>
        </Group>
      </Dialog>
    </>
  );
};

const Loading = () => (
  <Stack gap="md" role="status" aria-label="Sessions are loading">
    <Skeleton h={44} />
    <Skeleton h={44} />
  </Stack>
);

/** All live sessions, this one among them. */
export const SessionList = () => {
  const { data, error, refetch } = useListSessionsQuery();
  const others = data?.filter(({ current }) => !current).length ?? 0;
  return (
    <PageSection
      id="sessions"
      title="Active sessions"
      text="Devices that are signed in to your account. Log out any that you do not recognise, and change your password."
    >
      {data ? (
        <ul className={classes.list}>
          {data.map((session) => (
            <Session key={session.id} session={session} />
          ))}
        </ul>
      ) : error ? (
        <LoadFailure text={`Failed to load sessions: ${messageOf(error)}`} onRetry={refetch} />
      ) : (
        <Loading />
      )}
      {others > 0 ? <LogOutOthers others={others} /> : null}
      {data && others === 0 ? (
        <Text size="sm" c="dimmed" mt="md">
          You are not signed in anywhere else.
        </Text>
      ) : null}
    </PageSection>
  );
};

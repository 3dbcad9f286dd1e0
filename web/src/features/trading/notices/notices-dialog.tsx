// Where notices about trading go: by mail, to a webhook whose secret is shown once, and what happened to the newest.
import { Alert, Button, Code, Group, Skeleton, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import type { NoticeSettings, TradingNotice } from '@tradeium/contracts';
import { useEffect, useState } from 'react';
import { messageOf } from '../../../lib/failure.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { LoadFailure } from '../../../ui/loading/load-failure.tsx';
import { showToast } from '../../../ui/toast.ts';
import {
  useGetNoticesQuery,
  useRotateWebhookSecretMutation,
  useSaveNoticeChannelsMutation,
  useSendTestNoticeMutation,
} from './api.ts';
import { NoticeList } from './notice-list.tsx';
import { unreadOf, useSeenNotices } from './unread.ts';

const MAILS_A_DAY = 20;

const Secret = ({ secret }: { secret: string }) => (
  <Alert color="yellow" title="The secret of your webhook" role="status">
    It is shown only once. Your server uses it to check that a notice comes from Tradeium.
    <Group gap={4} mt={6} wrap="nowrap">
      <Code style={{ overflowWrap: 'anywhere' }}>{secret}</Code>
      <CopyButton text={secret} what="the secret" />
    </Group>
  </Alert>
);

type PartProps = { settings: NoticeSettings; onSecret: (secret: string | null) => void };

const MailSwitch = ({ settings }: Pick<PartProps, 'settings'>) => {
  const [save, { isLoading }] = useSaveNoticeChannelsMutation();
  const change = async (mail: boolean) => {
    const { error } = await save({ mail, webhook_url: settings.webhook_url });
    if (error) showToast('error', messageOf(error));
  };
  return (
    <Switch
      label="By mail"
      description={`To the address of your account, at most ${MAILS_A_DAY} a day.`}
      checked={settings.mail}
      onChange={(event) => isLoading || void change(event.currentTarget.checked)}
    />
  );
};

const NewSecret = ({ onSecret }: Pick<PartProps, 'onSecret'>) => {
  const [rotate, { isLoading }] = useRotateWebhookSecretMutation();
  const make = async () => {
    const { data, error } = await rotate();
    if (error) showToast('error', messageOf(error));
    else onSecret(data?.webhook_secret ?? null);
  };
  return (
    <Button
      size="compact-sm"
      variant="default"
      title="The old one stays valid for another 24 hours"
      loading={isLoading}
      onClick={() => void make()}
    >
      New secret
    </Button>
  );
};

const Webhook = ({ settings, onSecret }: PartProps) => {
  const [save, { isLoading }] = useSaveNoticeChannelsMutation();
  const { form, field } = useForm<{ url: string }>({
    initial: { url: settings.webhook_url ?? '' },
    check: ({ url }) =>
      url.trim() === '' || URL.canParse(url.trim())
        ? {}
        : { url: 'Enter an address that begins with https://' },
    send: async ({ url }) => {
      const { data, error } = await save({ mail: settings.mail, webhook_url: url.trim() || null });
      if (error) return { url: messageOf(error) };
      if (data?.webhook_secret) onSecret(data.webhook_secret);
      else showToast('success', url.trim() === '' ? 'Webhook removed' : 'Webhook saved');
      return undefined;
    },
  });
  return (
    <form {...form}>
      <TextInput
        label="To a webhook"
        description="Signed requests to your own server. Leave empty for none."
        placeholder="https://"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        {...field('url')}
      />
      <Group gap="xs" mt="xs">
        <Button type="submit" size="compact-sm" variant="default" loading={isLoading}>
          Save webhook
        </Button>
        {settings.has_secret && settings.webhook_url !== null ? <NewSecret onSecret={onSecret} /> : null}
      </Group>
    </form>
  );
};

const TestButton = () => {
  const [send, { isLoading }] = useSendTestNoticeMutation();
  const test = async () => {
    const { error } = await send();
    if (error) showToast('error', messageOf(error));
  };
  return (
    <Button size="compact-sm" variant="default" loading={isLoading} onClick={() => void test()}>
      Send a test notice
    </Button>
  );
};

/**
 * Listed notices count as seen from then on, and stays marked as new while the list is open. A test sent from here does not: it
 * is to show on the bell, too.
 */
const useUnread = ({ notices }: NoticeSettings) => {
  const { seenAt, see } = useSeenNotices();
  const [seenBefore] = useState(seenAt);
  const [opened] = useState(notices);
  useEffect(() => {
    const wasThere = ({ id }: TradingNotice) => opened.some((notice) => notice.id === id);
    see(notices.filter((notice) => notice.kind !== 'test' || wasThere(notice)));
  }, [see, notices, opened]);
  return unreadOf(notices, seenBefore);
};

const Settings = ({ settings, onLeave }: { settings: NoticeSettings; onLeave: () => void }) => {
  const [secret, setSecret] = useState<string | null>(null);
  const unread = useUnread(settings);
  return (
    <Stack>
      <MailSwitch settings={settings} />
      <Webhook settings={settings} onSecret={setSecret} />
      {secret === null ? null : <Secret secret={secret} />}
      <Group justify="space-between" gap="xs">
        <Title order={3} fz="sm">
          Newest notices
        </Title>
        <TestButton />
      </Group>
      <NoticeList notices={settings.notices} unread={unread} onLeave={onLeave} />
    </Stack>
  );
};

export const NoticesDialog = ({ onClose }: { onClose: () => void }) => {
  const { data, error, isFetching, refetch } = useGetNoticesQuery();
  return (
    <Dialog opened onClose={onClose} title="Notices">
      <Text size="sm" mb="md">
        You are notified at once when trading is paused, stopped or fails, when a drawdown comes close to its
        stop, and when the account is changed from outside.
      </Text>
      {data ? (
        <Settings settings={data} onLeave={onClose} />
      ) : error && !isFetching ? (
        <LoadFailure text={`Failed to load notices: ${messageOf(error)}`} onRetry={() => void refetch()} />
      ) : (
        <Stack aria-hidden>
          <Skeleton h={40} />
          <Skeleton h={80} />
        </Stack>
      )}
    </Dialog>
  );
};

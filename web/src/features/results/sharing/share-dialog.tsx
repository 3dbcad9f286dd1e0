// The dialog that takes a result along: a link for anybody who has it, the links that there are, and a tear sheet.
import { Button, Checkbox, Group, NativeSelect, Skeleton, Stack, Text, Title } from '@mantine/core';
import { SHARED_LINK_DAYS, SHARED_LINK_DAYS_DEFAULT, type SharedLink } from '@tradeium/contracts';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../lib/failure.ts';
import { dateTime } from '../../../lib/format.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { FailureAlert } from '../../../ui/loading/failure-alert.tsx';
import { LoadFailure } from '../../../ui/loading/load-failure.tsx';
import { showToast } from '../../../ui/toast.ts';
import { TakeSheet } from '../tear-sheet/take-sheet.tsx';
import { useListSharedLinksQuery, useRevokeSharedLinkMutation, useShareResultMutation } from './api.ts';
import classes from './share-dialog.module.css';
import { sharedAddress } from './shared-address.ts';

export type SharedTarget = {
  readonly chatId: string;
  readonly folderName: string;
  readonly runId: string;
  /** The result, as its user gave it a name. */
  readonly name: string;
  /** When the run ended, ms UTC. */
  readonly runAtMs: number;
  /** False for a private strategy. */
  readonly hasCode: boolean;
};

const daysWords = (days: number | null): string => (days === null ? 'No end' : `${days} days`);
const DAYS = SHARED_LINK_DAYS.map((days) => ({ value: String(days), label: daysWords(days) }));

/** The address of a new link, once: it is kept nowhere. */
const NewLink = ({ token }: { token: string }) => {
  const address = sharedAddress(token);
  return (
    <div role="status">
      <Text size="sm">Copy the link now: it is not shown again. You can make another at any time.</Text>
      <div className={classes.copied}>
        <code>{address}</code>
        <CopyButton text={address} what="the link" />
      </div>
    </div>
  );
};

const LinkForm = ({ target }: { target: SharedTarget }) => {
  const { chatId, runId, hasCode } = target;
  const [share, { data, error, isLoading }] = useShareResultMutation();
  const [days, setDays] = useState<string>(String(SHARED_LINK_DAYS_DEFAULT));
  const [showsCode, setShowsCode] = useState(false);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const chosen = SHARED_LINK_DAYS.find((each) => String(each) === days);
    void share({ backtest_id: chatId, run_id: runId, days: chosen, show_code: showsCode });
  };
  return (
    <form onSubmit={send}>
      <Stack gap="sm">
        <Text size="sm">
          Anybody who has the link sees the figures, charts, findings and settings of this result, and the
          values of its parameters. Nothing says whose it is, and your notes stay yours.
        </Text>
        <Group align="end" gap="md">
          <NativeSelect
            label="Works for"
            data={DAYS}
            value={days}
            onChange={({ currentTarget }) => setDays(currentTarget.value)}
            data-autofocus
          />
          <Checkbox
            label="Show the strategy’s code"
            description={hasCode ? undefined : 'The private strategy has none to show.'}
            disabled={!hasCode}
            checked={showsCode}
            onChange={({ currentTarget }) => setShowsCode(currentTarget.checked)}
            pb={8}
          />
        </Group>
        {error ? <FailureAlert>{messageOf(error)}</FailureAlert> : null}
        {data ? <NewLink key={data.link.id} token={data.token} /> : null}
        <Group justify="flex-end">
          <Button type="submit" loading={isLoading} variant={data ? 'default' : 'filled'}>
            {data ? 'Make another link' : 'Make a link'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

const stateOf = ({ state, expires_at }: SharedLink): string => {
  if (state === 'expired') return `expired ${dateTime(expires_at ?? '')}`;
  return expires_at === null ? 'works until it is revoked' : `works until ${dateTime(expires_at)}`;
};

const Entry = ({ link, isOfThis }: { link: SharedLink; isOfThis: boolean }) => {
  const [revoke, { isLoading }] = useRevokeSharedLinkMutation();
  const end = async () => {
    const { error } = await revoke({ id: link.id });
    if (error) showToast('error', messageOf(error));
    else showToast('success', 'The link was revoked.');
  };
  const made = dateTime(link.created_at);
  return (
    <li className={classes.entry}>
      <div className={classes.what}>
        <Text size="sm" fw="var(--weight-medium)">
          {isOfThis ? 'This result' : <bdi>{link.name}</bdi>}
        </Text>
        <Text size="xs" c="dimmed">
          made {made}; {stateOf(link)}; {link.shows_code ? 'with code' : 'without code'}
        </Text>
      </div>
      <Button
        size="xs"
        variant="default"
        loading={isLoading}
        aria-label={`Revoke the link to ${isOfThis ? 'this result' : link.name}, made ${made}`}
        onClick={end}
      >
        {link.state === 'expired' ? 'Remove' : 'Revoke'}
      </Button>
    </li>
  );
};

/** All of the account's links, those of the result first. */
const Links = ({ runId }: { runId: string }) => {
  const { data, error, refetch } = useListSharedLinksQuery();
  const isOfThis = ({ run_id }: SharedLink) => run_id === runId;
  if (!data)
    return error ? (
      <LoadFailure text={`Your links could not be loaded: ${messageOf(error)}`} onRetry={refetch} />
    ) : (
      <div role="status" aria-label="Your links are loading">
        <Skeleton h={44} />
      </div>
    );
  const links = [...data.links.filter(isOfThis), ...data.links.filter((link) => !isOfThis(link))];
  if (links.length === 0)
    return (
      <Text size="sm" c="dimmed">
        You have shared no result.
      </Text>
    );
  return (
    <ul className={classes.list} aria-label="Your links">
      {links.map((link) => (
        <Entry key={link.id} link={link} isOfThis={isOfThis(link)} />
      ))}
    </ul>
  );
};

export const ShareDialog = ({ target, onClose }: { target: SharedTarget; onClose: () => void }) => (
  <Dialog opened onClose={onClose} title={<bdi>{`Share ${target.name}`}</bdi>} size="lg">
    <Stack gap="lg">
      <LinkForm target={target} />
      <TakeSheet sheet={target} />
      <section aria-label="Links">
        <Title order={3} size="h5" mb={4}>
          Your links
        </Title>
        <Links runId={target.runId} />
      </section>
    </Stack>
  </Dialog>
);

// Access tokens, with which outside assistants use the tools: made, listed, revoked, and what they did.
import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { AccessToken } from '@tradeium/contracts';
import { useState } from 'react';
import { Link } from 'wouter';
import { messageOf } from '../../lib/failure.ts';
import { dateTime, shortDate } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { LoadFailure } from '../../ui/loading/load-failure.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { showToast } from '../../ui/toast.ts';
import { AccessTokenForm } from './access-token-form.tsx';
import classes from './access-tokens.module.css';
import {
  useGetSecondFactorQuery,
  useListAccessTokensQuery,
  useListToolUsesQuery,
  useRevokeAccessTokenMutation,
} from './api.ts';
import { NewToken } from './new-token.tsx';
import { SCOPE_WORDS } from './scope-words.ts';
import { ToolUses } from './tool-uses.tsx';

const Token = ({ token }: { token: AccessToken }) => {
  const { id, name, scopes, last_used_at, expires_at } = token;
  const [revoke, { isLoading }] = useRevokeAccessTokenMutation();
  const end = async () => {
    const { error } = await revoke({ id });
    if (error) showToast('error', messageOf(error));
    else showToast('success', `${name} was revoked.`);
  };
  return (
    <li className={classes.entry}>
      <div className={classes.what}>
        <Text size="sm" fw="var(--weight-medium)">
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {scopes.map((scope) => SCOPE_WORDS[scope].label).join(', ')};{' '}
          {last_used_at === null ? 'never used' : `last used ${dateTime(last_used_at)}`}; until{' '}
          {shortDate(expires_at)}
        </Text>
      </div>
      <Button size="xs" variant="default" loading={isLoading} aria-label={`Revoke ${name}`} onClick={end}>
        Revoke
      </Button>
    </li>
  );
};

/** The dialog stays open until the token, which is shown once, is copied. */
const NewTokenDialog = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const [token, setToken] = useState<string | null>(null);
  const { data: secondFactor } = useGetSecondFactorQuery(undefined, { skip: !opened });
  const close = () => {
    setToken(null);
    onClose();
  };
  const isAsking = token === null;
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={isAsking ? 'New access token' : 'Your new access token'}
      closeOnClickOutside={false}
      closeOnEscape={isAsking}
      withCloseButton={isAsking}
    >
      {isAsking ? (
        <AccessTokenForm secondFactor={secondFactor} onMade={setToken} onClose={close} />
      ) : (
        <NewToken token={token} onKept={close} />
      )}
    </Dialog>
  );
};

const Tokens = ({ tokens }: { tokens: readonly AccessToken[] }) =>
  tokens.length === 0 ? (
    <Text size="sm" c="dimmed">
      There are no access tokens.
    </Text>
  ) : (
    <ul className={classes.list} aria-label="Access tokens">
      {tokens.map((token) => (
        <Token key={token.id} token={token} />
      ))}
    </ul>
  );

export const AccessTokens = () => {
  const { data, error, refetch } = useListAccessTokensQuery();
  const { data: used } = useListToolUsesQuery();
  const [isMaking, setMaking] = useState(false);
  return (
    <PageSection
      id="access-tokens"
      title="Assistants"
      text={
        <>
          With an access token, Claude, Cursor and other assistants can use your chats and run backtests.{' '}
          <Anchor component={Link} href="/assistants" inherit underline="always">
            How to connect one
          </Anchor>
        </>
      }
    >
      {data ? (
        <Tokens tokens={data} />
      ) : error ? (
        <LoadFailure text={`Failed to load access tokens: ${messageOf(error)}`} onRetry={refetch} />
      ) : (
        <Stack gap="md" role="status" aria-label="Access tokens are loading">
          <Skeleton h={44} />
        </Stack>
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={() => setMaking(true)}>
          New access token
        </Button>
      </Group>
      {used ? <ToolUses uses={used.uses} tokens={data ?? []} /> : null}
      <NewTokenDialog opened={isMaking} onClose={() => setMaking(false)} />
    </PageSection>
  );
};

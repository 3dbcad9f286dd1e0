// A new access token, which is shown once: to be copied, with the address to connect to.
import { Button, Group, Stack, Text } from '@mantine/core';
import { CopyButton } from '../../ui/copy-button.tsx';
import classes from './access-tokens.module.css';

const Line = ({ label, text, what }: { label: string; text: string; what: string }) => (
  <div>
    <Text size="sm" fw="var(--weight-medium)">
      {label}
    </Text>
    <div className={classes.copied}>
      <code>{text}</code>
      <CopyButton text={text} what={what} />
    </div>
  </div>
);

export const NewToken = ({ token, onKept }: { token: string; onKept: () => void }) => (
  <Stack>
    <Text size="sm" role="status">
      Copy the token into your assistant now. It is not shown again, and anyone who has it can use it until
      you revoke it.
    </Text>
    <Line label="Token" text={token} what="the token" />
    <Line label="Address" text={`${window.location.origin}/mcp`} what="the address" />
    <Group justify="flex-end">
      <Button onClick={onKept} autoFocus>
        I have copied it
      </Button>
    </Group>
  </Stack>
);

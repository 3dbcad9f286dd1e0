// Recovery codes, which are shown once: to be copied or saved.
import { Button, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { downloadText } from '../../lib/download.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import classes from './second-factor.module.css';

/** The codes, and the button that says that they are kept. */
export const RecoveryCodes = ({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) => {
  const text = codes.join('\n');
  return (
    <>
      <Text size="sm" role="status">
        Store these recovery codes where you can reach them without your phone. Each signs you in once. They
        are not shown again.
      </Text>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group justify="space-between" gap="sm">
        <Group gap="xs">
          <CopyButton text={text} what="the recovery codes" />
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            onClick={() => downloadText('tradeium-recovery-codes.txt', `${text}\n`, 'text/plain')}
          >
            Save
          </Button>
        </Group>
        <Button onClick={onKept}>I have kept them</Button>
      </Group>
    </>
  );
};

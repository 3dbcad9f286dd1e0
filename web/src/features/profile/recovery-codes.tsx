// Recovery codes, which are shown once: to be copied or saved.
import { Button, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { downloadText } from '../../lib/download.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import classes from './second-factor.module.css';

const RecoveryCodes = ({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) => {
  const text = codes.join('\n');
  return (
    <>
      <Text size="sm" role="status">
        Keep these recovery codes where you would find them without your phone. Each signs you in once. They
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
            autoFocus
            leftSection={<IconDownload size={16} />}
            onClick={() => downloadText('tradeium-recovery-codes.txt', `${text}\n`, 'text/plain')}
          >
            Save
          </Button>
        </Group>
        <Button onClick={onKept}>I have saved them</Button>
      </Group>
    </>
  );
};

type CodesDialogProps = {
  title: string;
  opened: boolean;
  onClose: () => void;
  /** The content until there are codes. */
  children: (show: (codes: readonly string[]) => void) => ReactNode;
};

/** A dialog that ends with codes. These stay until the user says that they are kept. */
export const CodesDialog = ({ title, opened, onClose, children }: CodesDialogProps) => {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const close = () => {
    setCodes(null);
    onClose();
  };
  const isWithoutCodes = codes === null;
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={title}
      closeOnClickOutside={false}
      closeOnEscape={isWithoutCodes}
      withCloseButton={isWithoutCodes}
    >
      {codes ? <RecoveryCodes codes={codes} onKept={close} /> : children(setCodes)}
    </Dialog>
  );
};

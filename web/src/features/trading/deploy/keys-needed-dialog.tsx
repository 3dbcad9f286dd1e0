// Says that keys are needed to deploy live, and offers play money first.
import { Button, Group, Text } from '@mantine/core';
import { Link } from 'wouter';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';

/** The trading page with the dialog that connects an exchange. */
export const CONNECT_PATH = '/app/trading?connect=true';

type KeysNeededDialogProps = { onTryPaper: () => void; onClose: () => void };

export const KeysNeededDialog = ({ onTryPaper, onClose }: KeysNeededDialogProps) => (
  <Dialog opened onClose={onClose} title="Connect API">
    <Text size="sm">
      To deploy strategies live, your exchange API keys are needed. Keys are encrypted and stored securely.
      Trading-only permissions are recommended.
    </Text>
    <Text size="sm" mt="sm">
      Without keys, you can try this strategy with play money: the same orders at real prices, on paper.
    </Text>
    <Group justify="flex-end" mt="lg" gap="xs">
      <Button variant="default" component={Link} href={CONNECT_PATH} onClick={onClose}>
        Go to Trading Page
      </Button>
      <Button data-autofocus onClick={onTryPaper}>
        Try with play money
      </Button>
    </Group>
  </Dialog>
);

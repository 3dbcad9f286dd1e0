// The trading page's notice above its parts about exchange keys: saved, or missing.
import { Alert, Button } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useListPositionsQuery } from '../../features/trading/api.ts';
import { useKeys } from '../../features/trading/header/keys-menu.tsx';
import type { Desk } from './use-desk.ts';

const WITHOUT_KEYS = 'this strategy can only trade play money.';

/** On paper no keys are missing: it is said once, and does not come back. */
const PaperWithoutKeys = () => {
  const [isRead, setRead] = useLocalStorage<boolean>({
    key: 'tradeium-paper-without-keys-read',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  return isRead ? null : (
    <Alert
      color="gray"
      role="status"
      mb="sm"
      withCloseButton
      closeButtonLabel="Do not show this again"
      onClose={() => setRead(true)}
    >
      No exchange API keys are connected: {WITHOUT_KEYS}
    </Alert>
  );
};

/** Positions are loaded once the exchange has answered with those of the account. */
const KeysSaved = () => {
  const { currentData, isFetching } = useListPositionsQuery({});
  const isLoaded = currentData?.mode === 'live' && !isFetching;
  return (
    <Alert color="green" role="status" mb="sm">
      API keys saved successfully!{isLoaded ? ' Positions loaded.' : ''}
    </Alert>
  );
};

/** Says if keys are connected, where it matters to what is on the page. */
export const KeysNotice = ({ desk, isSaved }: { desk: Desk; isSaved: boolean }) => {
  const keys = useKeys();
  if (isSaved) return <KeysSaved />;
  if (desk.endedOne || keys !== null || (desk.chatId === null && desk.selected === null)) return null;
  if (desk.selected?.mode === 'paper') return <PaperWithoutKeys />;
  return (
    <Alert color="yellow" role="status" mb="sm">
      No exchange API keys are connected: {desk.selected ? 'this strategy cannot trade.' : WITHOUT_KEYS}{' '}
      <Button size="compact-xs" variant="default" ml={6} onClick={desk.connect}>
        Connect API
      </Button>
    </Alert>
  );
};

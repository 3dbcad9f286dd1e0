// A user's debt: credits that were taken back while they were in use.
import { Alert, Text } from '@mantine/core';
import { credits } from '../../lib/format.ts';
import { useCredits } from './use-credits.ts';

/** How much, why, and how it is paid back; nothing for everyone else. */
export const DebtNotice = () => {
  const { vut_owed } = useCredits().subscription;
  if (vut_owed <= 0) return null;
  return (
    <Alert color="yellow" role="status" title={`${credits(vut_owed)} VUT are still to be paid back`}>
      <Text size="sm">
        Credits that were taken back, as after the refund of a purchase, were already in use. Whatever comes
        in pays this first: credits that running work returns, monthly top-ups and purchases. Until it is
        paid, nothing that costs credits can be started.
      </Text>
    </Alert>
  );
};

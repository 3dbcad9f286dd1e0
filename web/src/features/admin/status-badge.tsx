// The badge of a status: of a payment, or of whether something is active.
import { Badge } from '@mantine/core';
import type { PaymentStatus } from '@tradeium/contracts';

type Status = PaymentStatus | 'active' | 'inactive';

/** Colours whose tint keeps its contrast in either scheme. */
const COLORS: Readonly<Record<Status, string>> = {
  active: 'green',
  inactive: 'gray',
  pending: 'gray',
  waiting: 'yellow',
  confirming: 'indigo',
  confirmed: 'violet',
  sending: 'brand',
  partially_paid: 'grape',
  finished: 'green',
  failed: 'red',
  expired: 'dark',
  refunded: 'gray',
};

export const StatusBadge = ({ status }: { status: Status }) => (
  <Badge variant="light" color={COLORS[status]} tt="none">
    {status.replaceAll('_', ' ')}
  </Badge>
);

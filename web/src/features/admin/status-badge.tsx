// The badge of a status: of a payment, or of whether something is active.
import { Badge } from '@mantine/core';
import type { PaymentStatus } from '@tradeium/contracts';

type Status = PaymentStatus | 'active' | 'inactive';

/** The design system's own colours, whose tints keep their contrast in either scheme; the words tell statuses apart. */
const COLORS: Readonly<Record<Status, 'gray' | 'brand' | 'yellow' | 'green' | 'red'>> = {
  active: 'green',
  inactive: 'gray',
  pending: 'gray',
  waiting: 'yellow',
  confirming: 'brand',
  confirmed: 'brand',
  sending: 'brand',
  partially_paid: 'yellow',
  finished: 'green',
  failed: 'red',
  expired: 'gray',
  refunded: 'gray',
};

export const StatusBadge = ({ status }: { status: Status }) => (
  <Badge variant="light" color={COLORS[status]} tt="none">
    {status.replaceAll('_', ' ')}
  </Badge>
);

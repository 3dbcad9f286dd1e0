// The newest notices, each with what happened to it by mail and at the webhook.
import { Badge, Group, Stack, Text } from '@mantine/core';
import type { TradingNotice } from '@tradeium/contracts';
import { utcDateTime } from '../../../lib/format.ts';
import classes from './notice-list.module.css';

type Delivery = NonNullable<TradingNotice['mail']>;

const STATES: Readonly<Record<Delivery['state'], readonly [string, string]>> = {
  pending: ['on its way', 'gray'],
  retrying: ['trying again', 'yellow'],
  delivered: ['delivered', 'green'],
  failed: ['failed', 'red'],
  left_out: ['not sent', 'gray'],
};

/** `HTTP 500, 3 attempts`: what is not said by the state itself. */
export const deliveryWords = ({ state, detail, attempts }: Delivery): string =>
  [detail, attempts > 1 ? `${attempts} attempts` : null].filter(Boolean).join(', ') || STATES[state][0];

const State = ({ channel, delivery }: { channel: string; delivery: Delivery | null }) => {
  if (!delivery) return null;
  const [words, color] = STATES[delivery.state];
  const isPlain = delivery.state === 'delivered' && delivery.attempts < 2;
  return (
    <Group gap={6} wrap="nowrap" align="baseline">
      <Badge size="sm" variant="light" color={color} className={classes.state ?? ''}>
        {channel} {words}
      </Badge>
      {isPlain || delivery.state === 'pending' ? null : (
        <Text size="xs" c="dimmed">
          {deliveryWords(delivery)}
        </Text>
      )}
    </Group>
  );
};

const Entry = ({ notice }: { notice: TradingNotice }) => (
  <li className={classes.entry}>
    <Text size="sm" fw="var(--weight-strong)" className={classes.title ?? ''}>
      {notice.title}
    </Text>
    <Text size="xs" c="dimmed">
      <time dateTime={notice.at}>{utcDateTime(notice.at)}</time>
    </Text>
    <Stack gap={2} mt={4}>
      {notice.mail || notice.webhook ? null : (
        <Text size="xs" c="dimmed">
          Shown in the app only
        </Text>
      )}
      <State channel="Mail" delivery={notice.mail} />
      <State channel="Webhook" delivery={notice.webhook} />
    </Stack>
  </li>
);

export const NoticeList = ({ notices }: { notices: readonly TradingNotice[] }) => {
  if (notices.length === 0)
    return (
      <Text size="sm" c="dimmed">
        None yet. Send a test notice to see how they arrive.
      </Text>
    );
  return (
    <ul className={classes.list} aria-label="Newest notices">
      {notices.map((notice) => (
        <Entry key={notice.id} notice={notice} />
      ))}
    </ul>
  );
};

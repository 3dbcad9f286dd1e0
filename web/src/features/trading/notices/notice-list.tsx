// The newest notices: each says why it came, leads to its place, and says what happened to it by mail and at the webhook.
import { Anchor, Badge, Group, Stack, Text } from '@mantine/core';
import type { NoticeKind, TradingNotice } from '@tradeium/contracts';
import { Link } from 'wouter';
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

const OF_CREDITS: ReadonlySet<string> = new Set<NoticeKind>(['credits_too_low', 'credits_owed']);

/** Where a notice can be acted on, and what is there. */
export const linkOf = ({
  kind,
  backtest_session_id: chatId,
}: Pick<TradingNotice, 'kind' | 'backtest_session_id'>): readonly [href: string, label: string] => {
  if (OF_CREDITS.has(kind)) return ['/app/credits', 'Open credits'];
  if (chatId === null) return ['/app/trading', 'Open trading'];
  return [`/app/trading?chat=${encodeURIComponent(chatId)}`, 'Open the deployment'];
};

const PlaceLink = ({ notice, onLeave }: { notice: TradingNotice; onLeave: () => void }) => {
  const [href, label] = linkOf(notice);
  return (
    <Anchor component={Link} href={href} size="xs" onClick={onLeave}>
      {label}
    </Anchor>
  );
};

type EntryProps = { notice: TradingNotice; isUnread: boolean; onLeave: () => void };

const Entry = ({ notice, isUnread, onLeave }: EntryProps) => (
  <li className={classes.entry}>
    <Group gap={6} wrap="nowrap" align="baseline">
      <Text size="sm" fw="var(--weight-strong)" className={classes.title ?? ''}>
        {notice.title}
      </Text>
      {isUnread ? (
        <Badge size="sm" color="red" className={classes.state ?? ''}>
          new
        </Badge>
      ) : null}
    </Group>
    <Text size="sm" className={classes.title ?? ''}>
      {notice.text}
    </Text>
    <Group gap="xs">
      <Text size="xs" c="dimmed">
        <time dateTime={notice.at}>{utcDateTime(notice.at)}</time>
      </Text>
      <PlaceLink notice={notice} onLeave={onLeave} />
    </Group>
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

type NoticeListProps = {
  readonly notices: readonly TradingNotice[];
  /** Those that the user sees for the first time. */
  readonly unread: readonly TradingNotice[];
  /** A link of a notice was pressed. */
  readonly onLeave: () => void;
};

export const NoticeList = ({ notices, unread, onLeave }: NoticeListProps) => {
  if (notices.length === 0)
    return (
      <Text size="sm" c="dimmed">
        None yet. Send a test notice to see how they arrive.
      </Text>
    );
  return (
    <ul className={classes.list} aria-label="Newest notices">
      {notices.map((notice) => (
        <Entry key={notice.id} notice={notice} isUnread={unread.includes(notice)} onLeave={onLeave} />
      ))}
    </ul>
  );
};

// The history of an account, in all contexts, by day.
import { Anchor, Text, Title } from '@mantine/core';
import {
  type Icon,
  IconArrowsExchange,
  IconChartLine,
  IconCoins,
  IconRobot,
  IconShieldCog,
  IconUser,
} from '@tabler/icons-react';
import type { TimelineEntry } from '@tradeium/contracts';
import { Link } from 'wouter';
import { figuresInSentence, shortDate, utcClock } from '../../../lib/format.ts';
import { auditPath, userPath } from '../admin-links.ts';
import { PagedRows } from '../paged-rows.tsx';
import classes from './timeline.module.css';
import { useGetUserTimelineInfiniteQuery } from './user-api.ts';

const LOOKS: Readonly<Record<TimelineEntry['context'], { icon: Icon; word: string }>> = {
  account: { icon: IconUser, word: 'Account' },
  credits: { icon: IconCoins, word: 'Credits' },
  backtest: { icon: IconChartLine, word: 'Backtest' },
  agent: { icon: IconRobot, word: 'Agent' },
  trading: { icon: IconArrowsExchange, word: 'Trading' },
  operator: { icon: IconShieldCog, word: 'Operator' },
};

const TONES = { neutral: null, good: null, bad: 'Problem' } as const;

const LINKS = {
  run: { words: 'Show the run', section: 'runs' },
  payment: { words: 'Show the payment', section: 'payments' },
  order: { words: 'Show the order', section: 'orders' },
  rebalance: { words: 'Show its orders', section: 'orders' },
} as const;

const LinkOf = ({ userId, link }: { userId: string; link: NonNullable<TimelineEntry['link']> }) => {
  const { words, href } =
    link.kind === 'action'
      ? { words: 'Show the actions', href: auditPath(userId) }
      : { words: LINKS[link.kind].words, href: userPath(userId, LINKS[link.kind].section, link.id) };
  return (
    <Anchor component={Link} href={href} size="xs">
      {words}
    </Anchor>
  );
};

const Entry = ({ userId, entry }: { userId: string; entry: TimelineEntry }) => {
  const { at, context, text, tone, link } = entry;
  const { icon: ContextIcon, word } = LOOKS[context];
  const problem = TONES[tone];
  return (
    <li className={classes.entry} data-tone={tone}>
      <ContextIcon size={18} stroke={1.6} className={classes.icon} aria-hidden />
      <div className={classes.what}>
        <Text size="sm">
          {problem === null ? null : <span className={classes.problem}>{problem}: </span>}
          {figuresInSentence(text)}
        </Text>
        <Text size="xs" c="dimmed" component="div" className={classes.note ?? ''}>
          <span>
            {word} · <time dateTime={at}>{utcClock(Date.parse(at))}</time>
          </span>
          {link === null ? null : <LinkOf userId={userId} link={link} />}
        </Text>
      </div>
    </li>
  );
};

type Day = { readonly day: string; readonly entries: TimelineEntry[] };

/** By UTC day, in the order of the entries. */
const daysOf = (entries: readonly TimelineEntry[]): readonly Day[] => {
  const days: Day[] = [];
  for (const entry of entries) {
    const day = entry.at.slice(0, 10);
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
};

export const Timeline = ({ userId }: { userId: string }) => (
  <PagedRows
    what="the timeline"
    pages={useGetUserTimelineInfiniteQuery({ id: userId })}
    empty="Nothing has happened yet."
  >
    {(entries) =>
      daysOf(entries).map(({ day, entries: ofDay }) => (
        <section key={day} aria-label={shortDate(day)}>
          <Title order={3} size="h5" c="dimmed">
            {shortDate(day)}
          </Title>
          <ul className={classes.list}>
            {ofDay.map((entry) => (
              <Entry key={entry.id} userId={userId} entry={entry} />
            ))}
          </ul>
        </section>
      ))
    }
  </PagedRows>
);

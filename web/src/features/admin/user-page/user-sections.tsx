// The sections of a user's page, one at a time; the address names it, and what of it a link is about.
import { Tabs } from '@mantine/core';
import type { AdminLedgerLine, AdminUserPage } from '@tradeium/contracts';
import { type ReactNode, useEffect, useRef } from 'react';
import { USER_SECTIONS, type UserSection } from '../admin-links.ts';
import { useFilters } from '../place.ts';
import { Deployments } from './deployments.tsx';
import { Ledger } from './ledger.tsx';
import { Orders } from './orders.tsx';
import { Payments } from './payments.tsx';
import { Runs } from './runs.tsx';
import { Sessions } from './sessions.tsx';
import { Timeline } from './timeline.tsx';
import classes from './user-page.module.css';

const NAMES: Readonly<Record<UserSection, string>> = {
  timeline: 'Timeline',
  ledger: 'Ledger',
  runs: 'Runs',
  payments: 'Payments',
  deployments: 'Deployments',
  orders: 'Orders',
  sessions: 'Sessions',
};

type UserSectionsProps = {
  page: AdminUserPage;
  onReverse: ((line: AdminLedgerLine) => void) | undefined;
};

const ADDRESS = ['section', 'find'] as const;

export const UserSections = ({ page, onReverse }: UserSectionsProps) => {
  const userId = page.user.user_id;
  const [given, change] = useFilters(ADDRESS);
  const shown = USER_SECTIONS.find((section) => section === given.section) ?? 'timeline';
  const found = { userId, find: given.find ?? '' };
  const contents: Readonly<Record<UserSection, () => ReactNode>> = {
    timeline: () => <Timeline userId={userId} />,
    ledger: () => <Ledger userId={userId} onReverse={onReverse} />,
    runs: () => <Runs {...found} />,
    payments: () => <Payments {...found} />,
    deployments: () => <Deployments {...found} deployments={page.deployments} />,
    orders: () => <Orders {...found} />,
    sessions: () => <Sessions sessions={page.sessions} />,
  };
  const list = useRef<HTMLDivElement>(null);
  // On a phone the list of tabs is longer than the screen is wide.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>(`[data-section="${shown}"]`);
    if (tab && list.current) list.current.scrollLeft = tab.offsetLeft - list.current.clientWidth / 3;
  }, [shown]);
  return (
    <Tabs value={shown} onChange={(section) => change({ section: section ?? '', find: '' })}>
      <Tabs.List ref={list} className={classes.tabs ?? ''} aria-label="Sections of the user">
        {USER_SECTIONS.map((section) => (
          <Tabs.Tab key={section} value={section} data-section={section}>
            {NAMES[section]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={shown} pt="md">
        {contents[shown]()}
      </Tabs.Panel>
    </Tabs>
  );
};

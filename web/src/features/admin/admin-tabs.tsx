// The tabs of the admin dashboard: links, so that each can be opened in a tab of the browser, and the way back works.
import { Link } from 'wouter';
import classes from './admin-tabs.module.css';
import { TABS, type TabId, tabAddress } from './place.ts';

/** Scrolls sideways where there is no room; the current one is brought into sight. */
export const AdminTabs = ({ current }: { current: TabId }) => (
  <nav aria-label="Admin" className={classes.tabs}>
    {TABS.map(({ id, name }) => (
      <Link
        key={id}
        href={tabAddress(id)}
        className={classes.tab}
        aria-current={id === current ? 'page' : undefined}
        ref={(tab: HTMLAnchorElement | null) => {
          if (id === current) tab?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
        }}
      >
        {name}
      </Link>
    ))}
  </nav>
);

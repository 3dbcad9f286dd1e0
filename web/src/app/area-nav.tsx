// Navigation between the areas of the app; on a narrow screen, a bar at the bottom.
import { type Icon, IconChartCandle, IconMessageChatbot, IconRobot } from '@tabler/icons-react';
import { Link } from 'wouter';
import { useAddress, withSearch } from '../lib/address.ts';
import { useSimpleLayout } from '../lib/use-basic-mode.ts';
import classes from './area-nav.module.css';

type Area = { name: string; icon: Icon; href: string; isCurrent: boolean };

const WORKSPACE = '/app/backtest';

/** In the simple layout the workspace has two tabs: its chat, and everything else. */
const useAreas = (): Area[] => {
  const { pathname, search } = useAddress();
  const isSimple = useSimpleLayout();
  const params = new URLSearchParams(pathname === WORKSPACE ? search : '');
  const isChat = isSimple && params.get('view') === 'strategy';
  // Named in the simple layout, so that a chat without strategies does not open on the other tab again.
  if (isSimple) params.set('view', 'backtest');
  else params.delete('view');
  const backtest = {
    name: 'Backtest',
    icon: IconChartCandle,
    href: withSearch(WORKSPACE, params),
    isCurrent: pathname === WORKSPACE && !isChat,
  };
  params.set('view', 'strategy');
  const strategy = {
    name: 'Strategy',
    icon: IconMessageChatbot,
    href: withSearch(WORKSPACE, params),
    isCurrent: isChat,
  };
  const trading = {
    name: 'Trading',
    icon: IconRobot,
    href: '/app/trading',
    isCurrent: pathname.endsWith('/trading'),
  };
  return isSimple ? [strategy, backtest, trading] : [backtest, trading];
};

/** Links to the areas; the workspace's selection stays. */
export const AreaNav = () => (
  <nav aria-label="Areas" className={classes.areas}>
    {useAreas().map(({ name, icon: Icon, href, isCurrent }) => (
      <Link key={name} href={href} className={classes.area} aria-current={isCurrent ? 'page' : undefined}>
        <Icon size={17} stroke={1.7} aria-hidden />
        <span>{name}</span>
      </Link>
    ))}
  </nav>
);

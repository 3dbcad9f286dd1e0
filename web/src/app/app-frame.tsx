// The frame around every page of the app: the areas on top, the user's menu, and the page itself.
import { Group } from '@mantine/core';
import { type PropsWithChildren, Suspense } from 'react';
import { Link } from 'wouter';
import { useLiveUpdates } from '../core/use-live-updates.ts';
import { Brand } from '../ui/brand.tsx';
import { ColorSchemeToggle } from '../ui/color-scheme-toggle.tsx';
import { PageSkeleton } from '../ui/loading/page-skeleton.tsx';
import classes from './app-frame.module.css';
import { AreaNav } from './area-nav.tsx';
import { PaletteButton } from './command-palette/palette-button.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { UserMenu } from './user-menu.tsx';

/** The app's frame; pages fill what the top bar leaves. */
export const AppFrame = ({ children }: PropsWithChildren) => {
  useLiveUpdates();
  return (
    <div className={classes.frame}>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <header className={classes.bar}>
        <Link href="/app/backtest" className={classes.brand} aria-label="Tradeium, to the backtest workspace">
          <Brand />
        </Link>
        <AreaNav />
        <Group gap={4} ml="auto" wrap="nowrap">
          <PaletteButton />
          <ColorSchemeToggle />
          <UserMenu />
        </Group>
      </header>
      <ConnectionBanner />
      <main id="main" className={classes.page} tabIndex={-1}>
        <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
      </main>
    </div>
  );
};

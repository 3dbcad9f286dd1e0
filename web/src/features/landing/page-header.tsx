// The landing page's head: the name, the ways to its sections, and the way in.
import { IconMoon, IconSun } from '@tabler/icons-react';
import { Brand } from '../../ui/brand.tsx';
import { WaysIn } from './link-button.tsx';
import classes from './page-header.module.css';
import { SECTIONS } from './section.tsx';

/** Works by `landing-script.ts`, which also names it; without scripts there is nothing to switch. */
const SchemeToggle = () => (
  <button type="button" id="scheme-toggle" className={classes.toggle} aria-label="Switch colours" hidden>
    <IconSun size={18} stroke={1.7} aria-hidden className={classes.sun} />
    <IconMoon size={18} stroke={1.7} aria-hidden className={classes.moon} />
  </button>
);

/** Stays at the top while the page scrolls. */
export const PageHeader = () => (
  <header className={classes.header}>
    <div className={classes.bar}>
      <a href="#main" className={classes.home} aria-label="Tradeium, to the top">
        <Brand />
      </a>
      <nav className={classes.sections} aria-label="Sections">
        {Object.entries(SECTIONS).map(([id, { short }]) => (
          <a key={id} href={`#${id}`}>
            {short}
          </a>
        ))}
      </nav>
      <div className={classes.ways}>
        <SchemeToggle />
        <WaysIn />
      </div>
    </div>
  </header>
);

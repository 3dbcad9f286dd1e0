// The head of public pages: the link home and the colour scheme.
import { Brand } from './brand.tsx';
import { ColorSchemeToggle } from './color-scheme-toggle.tsx';
import classes from './public-head.module.css';

/** The product's name, which leads to the landing page. */
export const PublicHead = () => (
  <header className={classes.head}>
    <a href="/" className={classes.home} aria-label="Tradeium, home">
      <Brand />
    </a>
    <ColorSchemeToggle />
  </header>
);

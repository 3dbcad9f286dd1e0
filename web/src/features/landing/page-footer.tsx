// The landing page's footer: links and the disclaimer.
import { Brand } from '../../ui/brand.tsx';
import { SIGN_IN, SIGN_UP } from './link-button.tsx';
import classes from './page-footer.module.css';
import { SECTIONS } from './section.tsx';

type FooterLink = readonly [name: string, href: string];

const LISTS: Readonly<Record<string, readonly FooterLink[]>> = {
  Product: Object.entries(SECTIONS).map(([id, { short }]) => [short, `#${id}`]),
  Account: [
    ['Sign Up', SIGN_UP],
    ['Sign In', SIGN_IN],
    ['API', '/api/docs'],
  ],
  Legal: [
    ['Privacy Policy', '/privacy'],
    ['Terms', '/terms'],
    ['Cookie Policy', '/cookies'],
  ],
};

/** Lists of links, and the disclaimer. */
export const PageFooter = () => (
  <footer className={classes.footer}>
    <div className={classes.columns}>
      <div className={classes.about}>
        <Brand />
        <p>Tradeium is a tool, not advice. Past performance does not guarantee future results.</p>
      </div>
      {Object.entries(LISTS).map(([title, links]) => (
        <nav key={title} aria-label={title}>
          <h2>{title}</h2>
          <ul>
            {links.map(([name, href]) => (
              <li key={href}>
                <a href={href}>{name}</a>
              </li>
            ))}
          </ul>
        </nav>
      ))}
    </div>
  </footer>
);

// A link in a reply: it names where it leads, and gives the page there no hold on this one.
import { IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './markdown.module.css';

/** Where a link leads; null for anything but a page of the web. */
export const hostOf = (href: string): string | null => {
  try {
    const { protocol, host } = new URL(href);
    return protocol === 'https:' || protocol === 'http:' ? host : null;
  } catch {
    return null;
  }
};

/** Written by a model: search engines must not follow it, and only web addresses become links. */
export const Link = ({ href, children }: { href: string; children: ReactNode }) => {
  const host = hostOf(href);
  if (host === null) return <span>{children}</span>;
  return (
    <a
      className={classes.link}
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      referrerPolicy="no-referrer"
    >
      {children}
      <span className={classes.host}>
        {' '}
        ({host}
        <IconExternalLink size={13} aria-hidden />)
      </span>
    </a>
  );
};

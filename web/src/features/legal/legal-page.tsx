// The pages behind the links of the footer: privacy, terms and cookies.
import { Alert, Anchor, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { shortDate } from '../../lib/format.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { PublicHead } from '../../ui/public-head.tsx';
import { COOKIES } from './cookies.ts';
import classes from './legal-page.module.css';
import type { LegalSection, LegalText } from './legal-text.ts';
import { missingFacts, OPERATOR, TEXTS_OF } from './operator.ts';
import { PRIVACY } from './privacy.ts';
import { TERMS } from './terms.ts';

const TEXTS = { '/privacy': PRIVACY, '/terms': TERMS, '/cookies': COOKIES } as const;

const Section = ({ title, paragraphs, list = [] }: LegalSection) => (
  <section>
    <Title order={2} size="h4">
      {title}
    </Title>
    {paragraphs.map((paragraph) => (
      <Text key={paragraph} mt="xs">
        {paragraph}
      </Text>
    ))}
    {list.length > 0 ? (
      <dl className={classes.list}>
        {list.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    ) : null}
  </section>
);

const MissingFacts = () => {
  const missing = missingFacts(OPERATOR);
  if (missing.length === 0) return null;
  return (
    <Alert color="yellow" mt="lg" title="The operator of this server is not named yet">
      Still missing here: {missing.join(', ')}. Until then, use it to try things out only.
    </Alert>
  );
};

/** One of the three texts, by its path. */
export const LegalPage = ({ path }: { path: keyof typeof TEXTS }) => {
  const { title, summary, sections }: LegalText = TEXTS[path];
  usePageTitle(title);
  // A link of a long page leads here: a text is read from its beginning.
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return (
    <div className={classes.screen}>
      <PublicHead />
      <main className={classes.text}>
        <Title order={1} size="h2">
          {title}
        </Title>
        <Text size="sm" c="dimmed" mt={6}>
          As of {shortDate(TEXTS_OF)}
        </Text>
        <Text size="lg" mt="lg">
          {summary}
        </Text>
        {path === '/cookies' ? null : <MissingFacts />}
        {sections.map((section) => (
          <Section key={section.title} {...section} />
        ))}
        <nav className={classes.others} aria-label="Legal">
          {Object.entries(TEXTS).map(([href, other]) => (
            <Anchor key={href} component={Link} href={href} aria-current={href === path ? 'page' : undefined}>
              {other.title}
            </Anchor>
          ))}
        </nav>
      </main>
    </div>
  );
};

// A section of the landing page: where links lead to it, and how its head looks.
import type { ReactNode } from 'react';
import classes from './section.module.css';

/** The sections that the header and the footer link to, by their anchors. */
export const SECTIONS = {
  'how-it-works': { title: 'How It Works', short: 'How It Works' },
  'why-choose': { title: 'Why Choose Tradeium', short: 'Why Choose' },
  pricing: { title: 'Pay-as-You-Go Pricing', short: 'Pricing' },
  questions: { title: 'Questions', short: 'Questions' },
} as const;

type SectionProps = { id: keyof typeof SECTIONS; lead: ReactNode; children: ReactNode };

/** Its title and a sentence about it, then what it shows. */
export const Section = ({ id, lead, children }: SectionProps) => (
  <section id={id} className={classes.section} aria-labelledby={`${id}-title`}>
    <div className={classes.head}>
      <h2 id={`${id}-title`}>{SECTIONS[id].title}</h2>
      <p>{lead}</p>
    </div>
    {children}
  </section>
);

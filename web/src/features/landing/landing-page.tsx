// The landing page: what the product does, why its numbers can be trusted, and what it costs.

import { Example } from './example.tsx';
import { Hero } from './hero.tsx';
import { HowItWorks } from './how-it-works.tsx';
import classes from './landing-page.module.css';
import { LinkButton, SIGN_UP } from './link-button.tsx';
import { PageFooter } from './page-footer.tsx';
import { PageHeader } from './page-header.tsx';
import { Pricing } from './pricing.tsx';
import { Questions } from './questions.tsx';
import { WhyChoose } from './why-choose.tsx';

const Closing = () => (
  <section className={classes.closing} aria-labelledby="start">
    <h2 id="start">Your first backtest is five minutes away</h2>
    <p>Start from a working template, or run the built-in strategy.</p>
    <LinkButton href={SIGN_UP} size="large">
      Sign Up
    </LinkButton>
  </section>
);

/** The page at `/`: plain HTML, made by the build; `landing-script.ts` adds what needs a script. */
export const LandingPage = () => (
  <>
    <a className="skip-link" href="#main">
      Skip to content
    </a>
    <PageHeader />
    <main id="main" tabIndex={-1}>
      <Hero />
      <Example />
      <HowItWorks />
      <WhyChoose />
      <Pricing />
      <Questions />
      <Closing />
    </main>
    <PageFooter />
  </>
);

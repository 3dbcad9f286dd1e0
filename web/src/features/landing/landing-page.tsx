// The landing page: what the product does, why its numbers can be trusted, and what it costs.
import { Anchor, Badge, Button, Group, SimpleGrid, Text, Title } from '@mantine/core';
import {
  IconChartHistogram,
  IconClockPause,
  IconCode,
  IconDatabase,
  IconFolderCheck,
  IconReceipt2,
  IconShieldLock,
} from '@tabler/icons-react';
import { VUT_PER_USD, WELCOME_CREDITS_VUT } from '@tradeium/contracts';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { wholeNumber } from '../../lib/format.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Brand } from '../../ui/brand.tsx';
import { ColorSchemeToggle } from '../../ui/color-scheme-toggle.tsx';
import classes from './landing-page.module.css';
import { LandingPicture } from './landing-picture.tsx';
import { LEGAL_TEXTS, LegalDialog } from './legal-dialog.tsx';
import { Pricing } from './pricing.tsx';

const STEPS = [
  {
    title: 'Create Strategy',
    text: 'Start from a commented template: one Python function that gets candles and returns target weights. AI agents that draft it from your idea are coming.',
  },
  {
    title: 'Choose the market',
    text: 'Up to ten coins, any period since 2020, bars from one hour to one week, and the fee that your exchange takes.',
  },
  {
    title: 'Backtest Strategy',
    text: 'Watch the run step by step. You get a folder with settings, code, every bar as a table, statistics and charts.',
  },
] as const;

const REASONS = [
  {
    icon: IconClockPause,
    title: 'No trade before its time',
    text: 'What is decided at the close of a bar is traded at the open of the next one. By the engine, not by good intentions.',
  },
  {
    icon: IconReceipt2,
    title: 'Fees on every order',
    text: 'Sells first, each order pays, and cash never goes below zero. A strategy that only works for free shows it.',
  },
  {
    icon: IconDatabase,
    title: 'Real candles, holes marked',
    text: 'Nineteen coins by the hour. Outages are counted, and prices that were never quoted are called synthetic.',
  },
  {
    icon: IconChartHistogram,
    title: 'Statistics with a source',
    text: 'Sharpe, Sortino, Calmar and the rest by their standard definitions, next to buying and holding BTC.',
  },
  {
    icon: IconShieldLock,
    title: 'Code in a sandbox',
    text: 'Your strategy runs without network and with nothing of anyone else in reach, and ends with its run.',
  },
  {
    icon: IconFolderCheck,
    title: 'Runs you can repeat',
    text: 'Each result keeps the exact code, settings and data behind it. The same run gives the same numbers.',
  },
] as const;

const SignUp = ({ size = 'md' }: { size?: 'sm' | 'md' }) => (
  <Button component={Link} to="/auth?auth=register" size={size}>
    Sign Up
  </Button>
);

const SignIn = ({ size = 'md' }: { size?: 'sm' | 'md' }) => (
  <Button component={Link} to="/auth?auth=login" size={size} variant="default">
    Sign In
  </Button>
);

const Section = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section className={classes.section} aria-labelledby={id}>
    <Title order={2} id={id} className={classes.heading ?? ''}>
      {title}
    </Title>
    {children}
  </section>
);

const Hero = () => (
  <section className={classes.hero}>
    <div>
      <Badge variant="light" size="lg" tt="none" fw={550} mb="md">
        Crypto strategies in Python
      </Badge>
      <h1 className={classes.claim}>Know what your trading idea is worth before it costs you money.</h1>
      <Text size="lg" c="dimmed" mt="md" maw={520}>
        Write a strategy, run it over years of real candles with honest fees, and read a result that you can
        trust.
      </Text>
      <Group mt={28}>
        <SignUp />
        <SignIn />
      </Group>
      <Text size="sm" c="dimmed" mt="md">
        {wholeNumber(WELCOME_CREDITS_VUT)} VUT credits to start with, worth $
        {WELCOME_CREDITS_VUT / VUT_PER_USD}. No card needed.
      </Text>
    </div>
    <LandingPicture />
  </section>
);

const HowItWorks = () => (
  <Section id="how-it-works" title="How It Works">
    <SimpleGrid component="ol" cols={{ base: 1, sm: 3 }} spacing="lg" className={classes.list ?? ''}>
      {STEPS.map(({ title, text }, index) => (
        <li key={title} className={classes.step}>
          <span className={classes.number} aria-hidden>
            {index + 1}
          </span>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </SimpleGrid>
  </Section>
);

const WhyChoose = () => (
  <Section id="why-choose" title="Why Choose Tradeium">
    <SimpleGrid component="ul" cols={{ base: 1, xs: 2, md: 3 }} spacing="lg" className={classes.list ?? ''}>
      {REASONS.map(({ icon: Icon, title, text }) => (
        <li key={title} className={classes.reason}>
          <Icon size={22} stroke={1.6} aria-hidden />
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </SimpleGrid>
  </Section>
);

const Footer = () => (
  <footer className={classes.footer}>
    <Text size="sm" c="dimmed">
      Tradeium is a tool, not advice. Past performance does not guarantee future results.
    </Text>
    <Group gap="lg">
      {Object.entries(LEGAL_TEXTS).map(([key, { title }]) => (
        <Anchor key={key} component={Link} to={`/?legal=${key}`} size="sm" preventScrollReset>
          {title}
        </Anchor>
      ))}
    </Group>
  </footer>
);

/** The page at `/`. */
export const LandingPage = () => {
  usePageTitle('Backtest crypto strategies');
  const [search, setSearch] = useSearchParams();
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <Brand />
        <Group gap="xs">
          <ColorSchemeToggle />
          <SignIn size="sm" />
          <span className={classes.wideOnly}>
            <SignUp size="sm" />
          </span>
        </Group>
      </header>
      <main>
        <Hero />
        <HowItWorks />
        <WhyChoose />
        <Section id="pricing" title="Pay-as-You-Go Pricing">
          <Pricing />
        </Section>
        <section className={classes.last} aria-label="Start">
          <IconCode size={26} stroke={1.6} aria-hidden />
          <Title order={2} fz={24}>
            Your first backtest is five minutes away
          </Title>
          <SignUp />
        </section>
      </main>
      <Footer />
      <LegalDialog kind={search.get('legal')} onClose={() => setSearch({}, { preventScrollReset: true })} />
    </div>
  );
};

// The card that every screen around signing in is shown on.
import { Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { PublicHead } from '../../ui/public-head.tsx';
import classes from './auth-card.module.css';

type AuthCardProps = { title: string; text?: ReactNode; children: ReactNode; footer?: ReactNode };

/** A centred card with the product's name above it. */
export const AuthCard = ({ title, text, children, footer }: AuthCardProps) => {
  usePageTitle(title);
  return (
    <div className={classes.screen}>
      <PublicHead />
      <main className={classes.main}>
        <Paper withBorder radius="lg" p={{ base: 'lg', xs: 32 }} className={classes.card}>
          <Title order={1} size="h3">
            {title}
          </Title>
          {text ? (
            <Text c="dimmed" size="sm" mt={6}>
              {text}
            </Text>
          ) : null}
          <div className={classes.body}>{children}</div>
        </Paper>
        {footer ? (
          <Text size="sm" c="dimmed">
            {footer}
          </Text>
        ) : null}
      </main>
    </div>
  );
};

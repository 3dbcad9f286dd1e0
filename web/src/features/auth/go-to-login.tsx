// The way from a page that a mail led to on to the login.
import { Button, type ButtonProps } from '@mantine/core';
import { Link } from 'wouter';

export const GoToLogin = ({ variant = 'filled' }: Pick<ButtonProps, 'variant'>) => (
  <Button component={Link} href="/auth" variant={variant} fullWidth mt={variant === 'filled' ? 'lg' : 'sm'}>
    Go to Login
  </Button>
);

// The button from a page opened by a mail to the login.
import { Button, type ButtonProps } from '@mantine/core';
import { Link } from 'wouter';

export const GoToLogin = ({ variant = 'filled' }: Pick<ButtonProps, 'variant'>) => (
  <Button component={Link} href="/auth" variant={variant} fullWidth mt={variant === 'filled' ? 'lg' : 'sm'}>
    Go to Login
  </Button>
);

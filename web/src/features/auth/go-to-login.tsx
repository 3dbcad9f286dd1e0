// The button from a page opened by a mail to the login.
import { Button, type ButtonProps } from '@mantine/core';
import { Link } from 'wouter';

type GoToLoginProps = Pick<ButtonProps, 'variant'> & {
  /** Takes the focus of the form that it follows. */
  isNext?: boolean;
};

const focus = (link: HTMLElement | null): void => link?.focus();

export const GoToLogin = ({ variant = 'filled', isNext = false }: GoToLoginProps) => (
  <Button
    component={Link}
    href="/auth"
    variant={variant}
    fullWidth
    mt={variant === 'filled' ? 'lg' : 'sm'}
    ref={isNext ? focus : null}
  >
    Go to Login
  </Button>
);

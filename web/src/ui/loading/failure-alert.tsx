// A failure in words, announced at once.
import { Alert, type AlertProps } from '@mantine/core';
import type { ReactNode } from 'react';

type FailureAlertProps = Pick<AlertProps, 'mt' | 'mb'> & {
  /** Yellow for what the user only has to finish. */
  color?: 'red' | 'yellow';
  children: ReactNode;
};

export const FailureAlert = ({ color = 'red', ...shown }: FailureAlertProps) => (
  <Alert color={color} role="alert" {...shown} />
);

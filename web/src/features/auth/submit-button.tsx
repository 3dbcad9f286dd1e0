// The button that sends a form of the auth screens; after too many attempts it counts down until the next one.
import { Button } from '@mantine/core';
import { waitText } from '../../lib/dates/countdown.ts';
import { useCountdown } from '../../lib/dates/use-countdown.ts';
import { isFailure } from '../../lib/failure.ts';

type SubmitButtonProps = {
  isLoading: boolean;
  /** Why the last attempt failed. */
  error: unknown;
  children: string;
};

/** Disabled for as long as the server asks to wait. */
export const SubmitButton = ({ isLoading, error, children }: SubmitButtonProps) => {
  const seconds = useCountdown(isFailure(error) ? error.retryAfterSeconds : undefined, error);
  return (
    <Button type="submit" loading={isLoading} disabled={seconds > 0} fullWidth mt={4}>
      {seconds > 0 ? `Try again in ${waitText(seconds)}` : children}
    </Button>
  );
};

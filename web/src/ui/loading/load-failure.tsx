// Stands where something could not be loaded.
import { Button } from '@mantine/core';
import { FailureAlert } from './failure-alert.tsx';

type LoadFailureProps = { text: string; onRetry: () => void };

/** Says so, and tries again. */
export const LoadFailure = ({ text, onRetry }: LoadFailureProps) => (
  <FailureAlert>
    {text}
    <Button size="compact-sm" variant="default" mt="xs" display="block" onClick={onRetry}>
      Try again
    </Button>
  </FailureAlert>
);

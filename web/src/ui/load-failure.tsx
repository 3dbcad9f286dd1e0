// Stands where something could not be loaded.
import { Alert, Button } from '@mantine/core';

type LoadFailureProps = { text: string; onRetry: () => void };

/** Says so, and tries again. */
export const LoadFailure = ({ text, onRetry }: LoadFailureProps) => (
  <Alert color="red" role="alert">
    {text}
    <Button size="compact-sm" variant="default" mt="xs" display="block" onClick={onRetry}>
      Try again
    </Button>
  </Alert>
);

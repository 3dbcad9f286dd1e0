// The outline of code that is not there yet.
import { Skeleton, Stack } from '@mantine/core';

export const CodeSkeleton = () => (
  <Stack gap={8} p="md" aria-hidden>
    {[60, 35, 80, 55, 70, 45].map((width) => (
      <Skeleton key={width} h={12} w={`${width}%`} />
    ))}
  </Stack>
);

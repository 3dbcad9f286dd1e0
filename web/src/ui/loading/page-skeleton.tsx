// The outline of a page while its code or data is on the way.
import { Skeleton, Stack, Text } from '@mantine/core';

/** A line that names the product, and bars where the page will be. */
export const PageSkeleton = () => (
  <Stack p="lg" gap="md" maw={900} mx="auto">
    <Text role="status" size="sm" c="dimmed">
      Loading Tradeium ...
    </Text>
    <Skeleton h={28} w="35%" />
    <Skeleton h={14} />
    <Skeleton h={14} w="80%" />
    <Skeleton h={220} mt="md" />
  </Stack>
);

// Says where a mail went.
import { Group, Text, ThemeIcon } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** A few sentences next to a letter. */
export const MailSent = ({ children }: { children: ReactNode }) => (
  <Group wrap="nowrap" align="flex-start" gap="md">
    <ThemeIcon variant="light" size={44} radius="xl">
      <IconMailCheck size={24} aria-hidden />
    </ThemeIcon>
    <Text size="sm" role="status" style={{ minWidth: 0 }}>
      {children}
    </Text>
  </Group>
);

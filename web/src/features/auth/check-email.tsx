// What a new user sees until the e-mail address is verified.
import { Group, Text, ThemeIcon } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { WELCOME_CREDITS_VUT } from '@tradeium/contracts';
import { wholeNumber } from '../../lib/format.ts';
import { ResendVerification } from './resend-verification.tsx';

/** Says where the mail went, and sends it again. */
export const CheckEmail = ({ email }: { email: string }) => (
  <>
    <Group wrap="nowrap" align="flex-start" gap="md">
      <ThemeIcon variant="light" size={44} radius="xl">
        <IconMailCheck size={24} aria-hidden />
      </ThemeIcon>
      <Text size="sm">
        We sent a link to <strong>{email}</strong>. Open it to verify your address: your account and its{' '}
        {wholeNumber(WELCOME_CREDITS_VUT)} VUT credits are then ready. No mail? Look into the spam folder, or
        have it sent again.
      </Text>
    </Group>
    <ResendVerification email={email} />
  </>
);

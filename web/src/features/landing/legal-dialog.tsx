// Privacy, terms and cookies in plain words, shown over the landing page.
import { Modal, Stack, Text } from '@mantine/core';

type Legal = { title: string; paragraphs: readonly string[] };

export const LEGAL_TEXTS: Readonly<Record<string, Legal>> = {
  privacy: {
    title: 'Privacy Policy',
    paragraphs: [
      'We keep what the product needs to work: your e-mail address, your username, a hash of your password, your chats, strategies and results, and the history of your credits.',
      'Your e-mail address is used to sign you in and to verify your account. Nothing is sold, and nothing is shared with advertisers.',
      'Your strategies are yours. They are run for you and shown to nobody else.',
      'You can have your personal data erased; entries of the credit ledger stay without your name, so that the books still add up.',
    ],
  },
  terms: {
    title: 'Terms',
    paragraphs: [
      'Tradeium computes how a strategy would have done on past prices. That is no advice to buy or sell, and no promise for the future.',
      'You are responsible for the code that you run and for every decision that you base on its results.',
      'Credits pay for computing. Runs that fail or are cancelled are not charged.',
      'The software is provided as it is, under its open-source licence, without warranty.',
    ],
  },
  cookies: {
    title: 'Cookie Policy',
    paragraphs: [
      'There is one cookie: it keeps you signed in, cannot be read by scripts, and is deleted when you log out.',
      'Your browser also stores settings such as the colour scheme, the sizes of panels and code that you have not saved. They stay on your machine.',
      'There are no cookies of third parties and no tracking.',
    ],
  },
};

/** Open for a known text, closed for anything else. */
export const LegalDialog = ({ kind, onClose }: { kind: string | null; onClose: () => void }) => {
  const legal = kind === null ? undefined : LEGAL_TEXTS[kind];
  return (
    <Modal opened={legal !== undefined} onClose={onClose} size="lg" title={legal?.title}>
      <Stack gap="sm">
        {legal?.paragraphs.map((paragraph) => (
          <Text key={paragraph} size="sm">
            {paragraph}
          </Text>
        ))}
      </Stack>
    </Modal>
  );
};

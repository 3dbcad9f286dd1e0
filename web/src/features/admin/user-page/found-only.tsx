// Says that a list is narrowed to what a link named, with the way to all of it.
import { Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import { type UserSection, userPath } from '../admin-links.ts';

export type FoundProps = {
  userId: string;
  /** The id that the list is narrowed to; '' shows all. */
  find: string;
};

export const FoundOnly = ({ userId, find, section }: FoundProps & { section: UserSection }) =>
  find === '' ? null : (
    <Text size="sm" mb="xs">
      Only what begins with <bdi>{find}</bdi> is shown.{' '}
      <Anchor component={Link} href={userPath(userId, section)} inherit>
        Show all
      </Anchor>
    </Text>
  );

/** The filter of the lists of one user. */
export const filterOf = ({ userId, find }: FoundProps) => ({
  user_id: userId,
  ...(find !== '' && { search: find }),
});

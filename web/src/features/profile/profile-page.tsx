// The profile page: whose account this is.
import { Alert, Container, Paper, Stack, TextInput, Title } from '@mantine/core';
import { useGetMeQuery } from '../../app/session.ts';
import { dateTime } from '../../lib/format.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';

/** Username, e-mail and age of the account; none of them can be changed yet. */
export const ProfilePage = () => {
  usePageTitle('Profile');
  const { data: user } = useGetMeQuery();
  return (
    <Container size="xs" py="xl">
      <Title order={1} size="h2" mb="lg">
        Profile
      </Title>
      <Paper withBorder p="lg" radius="md">
        <Stack>
          <TextInput label="Username" value={user?.username ?? ''} readOnly />
          <TextInput
            label="Email"
            description="The e-mail address cannot be changed"
            value={user?.email ?? ''}
            readOnly
          />
          <TextInput label="Member since" value={user ? dateTime(user.created_at) : ''} readOnly />
          <Alert color="gray">Changing username and password is not available yet.</Alert>
        </Stack>
      </Paper>
    </Container>
  );
};

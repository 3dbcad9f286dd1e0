// The profile page: account, username and password, second factor, sessions, assistants, operators, and data.
import { Container, Stack, TextInput, Title } from '@mantine/core';
import { useGetMeQuery } from '../../core/session.ts';
import { shortDate } from '../../lib/format.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { PageSection } from '../../ui/page-section.tsx';
import { AccessTokens } from './access-tokens.tsx';
import { AccountData } from './account-data.tsx';
import { OperatorActions } from './operator-actions.tsx';
import { PasswordForm } from './password-form.tsx';
import { SecondFactor } from './second-factor.tsx';
import { SessionList } from './session-list.tsx';
import { UsernameForm } from './username-form.tsx';

/** Account, password, second factor, sessions, data: each a separate section. */
export const ProfilePage = () => {
  usePageTitle('Profile');
  const { data: user } = useGetMeQuery();
  if (!user) return null;
  return (
    <Container size="sm" py="xl">
      <Title order={1} size="h2" mb="lg">
        Profile
      </Title>
      <Stack gap="lg">
        <PageSection id="account" title="Account" text={`Member since ${shortDate(user.created_at)}`}>
          <TextInput
            label="Email"
            description="The email address cannot be changed."
            value={user.email}
            readOnly
            variant="filled"
            mb="md"
          />
          <UsernameForm key={user.id} current={user.username} />
        </PageSection>
        <PasswordForm user={user} />
        <SecondFactor />
        <SessionList />
        <AccessTokens />
        <OperatorActions />
        <AccountData user={user} />
      </Stack>
    </Container>
  );
};

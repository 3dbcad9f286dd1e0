// Sends a user one of the two mails that let somebody in.
import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmedAction } from '../confirmed-action.tsx';
import { announced, type DialogProps } from './dialog-props.ts';
import { useResendUserMailMutation } from './user-api.ts';

type Mail = 'verification' | 'password-reset';

export const ResendMail = ({ user, onClose }: DialogProps) => {
  const [mail, setMail] = useState<Mail>(user.email_verified ? 'password-reset' : 'verification');
  const [resend] = useResendUserMailMutation();
  return (
    <ConfirmedAction
      title="Resend a mail"
      action="Send mail"
      busy="Sending..."
      send={({ reason = '', intent }) => announced(resend({ id: user.user_id, mail, reason, intent }))}
      onDone={onClose}
      onClose={onClose}
    >
      <Text size="sm">
        The mail goes to <bdi>{user.email}</bdi>. The links of earlier mails stop working.
      </Text>
      <Radio.Group label="Which mail" value={mail} onChange={(value) => setMail(value as Mail)}>
        <Stack gap="xs" mt={6}>
          <Radio value="verification" label="Verifies the email address" disabled={user.email_verified} />
          <Radio value="password-reset" label="Resets the password" disabled={!user.email_verified} />
        </Stack>
      </Radio.Group>
    </ConfirmedAction>
  );
};

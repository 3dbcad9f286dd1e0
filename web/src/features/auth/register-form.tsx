// The registration form: email and password.
import { Anchor, Stack, Text, TextInput } from '@mantine/core';
import { registerInput } from '@tradeium/contracts';
import { navigate } from 'wouter/use-browser-location';
import { type LoginState, sessionStarted } from '../../core/session.ts';
import { useAppDispatch } from '../../core/store.ts';
import { messageOf } from '../../lib/failure.ts';
import { type FieldOfCode, formErrors, refusedField } from '../../lib/forms/form-errors.ts';
import { commonProblem } from '../../lib/forms/new-password.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { PasswordStrength } from '../../ui/forms/password-strength.tsx';
import { FailureAlert } from '../../ui/loading/failure-alert.tsx';
import { showToast } from '../../ui/toast.ts';
import { useRegisterMutation } from './api.ts';
import { SubmitButton } from './submit-button.tsx';

const FIELD_OF: FieldOfCode = {
  EMAIL_TAKEN: 'email',
  EMAIL_INVALID: 'email',
  EMAIL_REQUIRED: 'email',
  PASSWORD_TOO_SHORT: 'password',
  PASSWORD_TOO_LONG: 'password',
  PASSWORD_TOO_COMMON: 'password',
  PASSWORD_REQUIRED: 'password',
};

const LegalLink = ({ href, children }: { href: string; children: string }) => (
  <Anchor href={href} target="_blank" inherit underline="always">
    {children}
  </Anchor>
);

/** Registers; calls back with the address that the verification mail went to, or continues where no mail is needed. */
export const RegisterForm = ({ onRegistered }: { onRegistered: (email: string) => void }) => {
  const dispatch = useAppDispatch();
  const [register, { isLoading, error }] = useRegisterMutation();
  const { values, field, form } = useForm({
    initial: { email: '', password: '' },
    check: async (typed) => {
      const errors = formErrors(registerInput, typed);
      const problem = errors.password ?? (await commonProblem(typed.password));
      return { ...errors, ...(problem !== undefined && { password: problem }) };
    },
    send: async ({ email, password }) => {
      const { data, error: refused } = await register({ email: email.trim(), password });
      if (!data) return refusedField(refused, FIELD_OF);
      if (!data.access_token || !data.email_verified) onRegistered(data.email);
      else {
        // The guard of this page leads on as soon as the user is known.
        navigate('/auth?auth=register', {
          replace: true,
          state: { from: '/trading' } satisfies LoginState,
        });
        await dispatch(sessionStarted()).catch((thrown: unknown) => showToast('error', messageOf(thrown)));
      }
      return undefined;
    },
  });
  return (
    <form {...form}>
      <Stack>
        {error && !refusedField(error, FIELD_OF) ? (
          <FailureAlert>{messageOf(error, 'Registration failed')}</FailureAlert>
        ) : null}
        <TextInput label="Email" type="email" autoComplete="email" autoFocus {...field('email')} />
        <PasswordField autoComplete="new-password" {...field('password')} />
        <PasswordStrength password={values.password} known={[values.email]} />
        <SubmitButton isLoading={isLoading} error={error}>
          Sign Up
        </SubmitButton>
        <Text size="xs" c="dimmed" ta="center">
          By signing up you agree to the <LegalLink href="/terms">Terms</LegalLink>. The data we keep is
          described in the <LegalLink href="/privacy">Privacy Policy</LegalLink>.
        </Text>
      </Stack>
    </form>
  );
};

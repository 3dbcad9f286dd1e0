// Makes an access token for an assistant: its name, what it may do, for how long, and the user's password.
import { Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import {
  ACCESS_SCOPES,
  ACCESS_TOKEN_DAYS,
  type AccessScope,
  accessTokenForm,
  ERRORS,
  type SecondFactor,
} from '@tradeium/contracts';
import { useState } from 'react';
import { messageOf } from '../../lib/failure.ts';
import { formErrors, refusedField } from '../../lib/forms/form-errors.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { FailureAlert } from '../../ui/loading/failure-alert.tsx';
import { useCreateAccessTokenMutation } from './api.ts';
import { PROOF_FIELDS } from './profile-errors.ts';
import { SCOPE_WORDS } from './scope-words.ts';

const FIELDS = {
  ...PROOF_FIELDS,
  NAME_REQUIRED: 'name',
  NAME_TOO_LONG: 'name',
  NAME_INVALID: 'name',
} as const;

const DAYS_DEFAULT = 90;
const DAYS = ACCESS_TOKEN_DAYS.map((days) => ({ value: String(days), label: `${days} days` }));

const Scopes = ({
  chosen,
  onChoose,
}: {
  chosen: readonly AccessScope[];
  onChoose: (scopes: AccessScope[]) => void;
}) => (
  <Checkbox.Group
    label="What it may do"
    description="No token can trade, pay, or change your account."
    value={[...chosen]}
    onChange={(values) => onChoose(ACCESS_SCOPES.filter((scope) => values.includes(scope)))}
    error={chosen.length === 0 ? ERRORS.ACCESS_SCOPE_REQUIRED.detail : undefined}
  >
    <Stack gap="xs" mt="xs">
      {ACCESS_SCOPES.map((scope) => (
        <Checkbox
          key={scope}
          value={scope}
          label={SCOPE_WORDS[scope].label}
          description={SCOPE_WORDS[scope].text}
        />
      ))}
    </Stack>
  </Checkbox.Group>
);

type TokenFormProps = {
  secondFactor: SecondFactor | undefined;
  onMade: (token: string) => void;
  onClose: () => void;
};

export const AccessTokenForm = ({ secondFactor, onMade, onClose }: TokenFormProps) => {
  const [create, { isLoading, error }] = useCreateAccessTokenMutation();
  const [scopes, setScopes] = useState<readonly AccessScope[]>(['read', 'run']);
  const asksCode = secondFactor?.enabled === true;
  const sent = (typed: { name: string; days: string; password: string; code: string }) => {
    const days = ACCESS_TOKEN_DAYS.find((each) => String(each) === typed.days) ?? DAYS_DEFAULT;
    const { name, password, code } = typed;
    return { name, days, scopes: [...scopes], password, ...(asksCode && { code }) };
  };
  const { field, form } = useForm({
    initial: { name: '', days: String(DAYS_DEFAULT), password: '', code: '' },
    check: (typed) => formErrors(accessTokenForm, sent(typed)),
    send: async (typed) => {
      const { data, error: refused } = await create(sent(typed));
      if (data) onMade(data.token);
      return refusedField(refused, FIELDS);
    },
  });
  return (
    <form {...form}>
      <Stack>
        {error && !refusedField(error, FIELDS) ? <FailureAlert>{messageOf(error)}</FailureAlert> : null}
        <TextInput
          label="Name"
          description="For example “Claude on my laptop”."
          autoComplete="off"
          data-autofocus
          {...field('name')}
        />
        <Scopes chosen={scopes} onChoose={setScopes} />
        <NativeSelect label="Valid for" data={DAYS} {...field('days')} />
        <PasswordField label="Current password" autoComplete="current-password" {...field('password')} />
        {asksCode ? (
          <TextInput
            label="Code"
            description="From your authenticator app, or a recovery code."
            autoComplete="one-time-code"
            spellCheck={false}
            {...field('code')}
          />
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isLoading}>
            Create token
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

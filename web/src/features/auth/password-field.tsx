// A password field whose eye button has a name of its own.
import { PasswordInput } from '@mantine/core';

type PasswordFieldProps = {
  value: string;
  onChange: (password: string) => void;
  error: string | undefined;
  autoComplete: 'current-password' | 'new-password';
  description?: string;
};

/** The field labelled 'Password'. */
export const PasswordField = ({ value, onChange, error, autoComplete, description }: PasswordFieldProps) => (
  <PasswordInput
    label="Password"
    name="password"
    description={description}
    autoComplete={autoComplete}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    error={error}
    visibilityToggleButtonProps={{ 'aria-label': 'Show or hide what you type', tabIndex: 0 }}
  />
);

// A password field with a labelled button that shows the password.
import { PasswordInput, type PasswordInputProps } from '@mantine/core';

type PasswordFieldProps = Pick<PasswordInputProps, 'name' | 'value' | 'onChange' | 'error' | 'autoFocus'> & {
  label?: string;
  autoComplete: 'current-password' | 'new-password';
};

/** The field labelled 'Password', or otherwise. */
export const PasswordField = ({ label = 'Password', ...props }: PasswordFieldProps) => (
  <PasswordInput
    label={label}
    spellCheck={false}
    // Mantine marks the inputs of other fields itself.
    aria-invalid={Boolean(props.error)}
    visibilityToggleButtonProps={{ 'aria-label': `Show or hide: ${label}`, tabIndex: 0 }}
    {...props}
  />
);

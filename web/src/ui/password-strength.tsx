// Tells beside a new password how hard it is to guess.
import { Text } from '@mantine/core';
import { strengthOf } from '../lib/password-strength.ts';
import classes from './password-strength.module.css';

type PasswordStrengthProps = { password: string; known: readonly string[] };

/** Four bars and a sentence; a hint, never a refusal. */
export const PasswordStrength = ({ password, known }: PasswordStrengthProps) => {
  const { level, text } = strengthOf(password, known);
  return (
    <div>
      <div className={classes.bars} aria-hidden>
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} className={classes.bar} data-filled={bar <= level ? level : undefined} />
        ))}
      </div>
      <Text size="xs" c="dimmed" aria-live="polite">
        {text}
      </Text>
    </div>
  );
};

// Shows the strength of a new password.
import { Text } from '@mantine/core';
import { PASSWORD_LENGTH_MIN } from '@tradeium/contracts';
import { useDeferredValue, useEffect, useState } from 'react';
import classes from './password-strength.module.css';

type PasswordStrengthProps = { password: string; known: readonly string[] };
type Estimator = typeof import('../../lib/forms/password-strength.ts');

/** The estimator, once something is typed. Without it there is no hint. */
const useEstimator = (isTyped: boolean): Estimator | undefined => {
  const [estimator, setEstimator] = useState<Estimator>();
  useEffect(() => {
    if (isTyped) void import('../../lib/forms/password-strength.ts').then(setEstimator, console.warn);
  }, [isTyped]);
  return estimator;
};

/** Four bars and a sentence. */
export const PasswordStrength = ({ password, known }: PasswordStrengthProps) => {
  const typed = useDeferredValue(password);
  const estimator = useEstimator(typed !== '');
  const isShort = typed.length < PASSWORD_LENGTH_MIN;
  const count = isShort && typed !== '' ? `, ${typed.length} so far` : '';
  const strength = isShort ? undefined : estimator?.strengthOf(typed, known);
  const level = strength?.level ?? (typed === '' ? 0 : 1);
  return (
    <div>
      <div className={classes.bars} aria-hidden>
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} className={classes.bar} data-filled={bar <= level ? level : undefined} />
        ))}
      </div>
      <Text size="xs" c="dimmed" aria-live="polite">
        {strength?.text ?? `At least ${PASSWORD_LENGTH_MIN} characters${count}`}
      </Text>
    </div>
  );
};

// Names what an operator means to do once: sent again after a lost answer, the action still happens once.
import { useRef } from 'react';
import { isFailure } from '../../lib/failure.ts';

const SERVER_FAULT = 500;

/** True if the server decided: then what is sent next is another action, as one with a corrected password is. */
const isDecided = (error: unknown): boolean =>
  !error || (isFailure(error) && typeof error.status === 'number' && error.status < SERVER_FAULT);

/** `current` is the key to send; `settle` takes the answer's error, if any. */
export const useIntent = () => {
  const intent = useRef<string | null>(null);
  return {
    current: (): string => {
      intent.current ??= crypto.randomUUID();
      return intent.current;
    },
    settle: (error: unknown): void => {
      if (isDecided(error)) intent.current = null;
    },
  };
};

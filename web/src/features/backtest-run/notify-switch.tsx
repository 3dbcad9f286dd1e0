// The switch for browser notifications when a run ends while the page is in the background.
import { Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { chooseNotify, type NotifyState, notifyState } from './run-notice.ts';

const EXPLANATIONS: Readonly<Partial<Record<NotifyState, string>>> = {
  blocked: 'Your browser blocks notifications from this site. Allow them in the site settings.',
  unsupported: 'This browser does not support notifications. The tab title shows when the run ends.',
};

/** Remembered; says why it cannot be switched on. */
export const NotifySwitch = () => {
  const [state, setState] = useState(notifyState);
  const explanation = EXPLANATIONS[state];
  return (
    <div>
      <Switch
        size="xs"
        label="Notify me"
        checked={state === 'on'}
        disabled={explanation !== undefined}
        onChange={(event) => void chooseNotify(event.currentTarget.checked).then(setState)}
      />
      {explanation === undefined ? null : (
        <Text size="xs" c="dimmed" mt={4} role="status">
          {explanation}
        </Text>
      )}
    </div>
  );
};

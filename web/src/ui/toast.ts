// Short messages that come and go by themselves.
import { notifications } from '@mantine/notifications';

const SHOWN_MS = 3_000;

/** Shows a message for three seconds; screen readers announce it. */
export const showToast = (type: 'success' | 'error', message: string): void => {
  notifications.show({
    message,
    color: type === 'success' ? 'green' : 'red',
    autoClose: SHOWN_MS,
    closeButtonProps: { 'aria-label': 'Close message' },
  });
};

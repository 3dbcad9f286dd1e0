// Short messages that come and go on their own.
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

const NOTICE_SHOWN_MS = 20_000;

/** Shows what a user must not miss: long enough to be read, until it is closed. */
export const showNotice = (title: string, message: string): void => {
  notifications.show({
    title,
    message,
    color: 'yellow',
    autoClose: NOTICE_SHOWN_MS,
    closeButtonProps: { 'aria-label': 'Close message' },
  });
};

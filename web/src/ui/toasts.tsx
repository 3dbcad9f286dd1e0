// The place where short messages appear.
import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';

/** Shows what `showToast` sends; three at a time. */
export const Toasts = () => <Notifications position="top-center" limit={3} autoClose={3_000} />;

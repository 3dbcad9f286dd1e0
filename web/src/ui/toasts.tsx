// The place where short messages appear.
import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';
import classes from './toasts.module.css';

/** Shows what `showToast` sends, one at a time: in the bar of the page, where no control is. */
export const Toasts = () => (
  <Notifications
    position="top-center"
    limit={1}
    autoClose={3_000}
    containerWidth="min(600px, calc(100vw - 660px))"
    classNames={{ root: classes.place ?? '', notification: classes.toast ?? '' }}
  />
);

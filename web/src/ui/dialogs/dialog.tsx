// A dialog over the page: it takes the focus, and leaves it where it was.
import { Modal, type ModalProps } from '@mantine/core';
import { useReturnedFocus } from '../../lib/use-returned-focus.ts';

/** May be drawn only while it is open. */
export const Dialog = (props: ModalProps) => {
  useReturnedFocus(props.opened);
  return <Modal {...props} />;
};

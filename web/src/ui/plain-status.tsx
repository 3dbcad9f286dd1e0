// A status that is read out but not seen.
import { VisuallyHidden } from '@mantine/core';

/** Tells screen readers what a picture or a skeleton tells the eye. */
export const PlainStatus = ({ text }: { text: string }) => (
  <VisuallyHidden role="status">{text}</VisuallyHidden>
);

// Copies a text to the clipboard and says so for a second.
import { ActionIcon } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Hint } from './hint.tsx';

const CONFIRMED_MS = 1_000;

/** `what` it copies, as in 'Copy the output'. */
export const CopyButton = ({ text, what }: { text: string; what: string }) => {
  const { copied, copy } = useClipboard({ timeout: CONFIRMED_MS });
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <Hint text={copied ? 'Copied' : `Copy ${what}`} align="end">
      {(props) => (
        <ActionIcon
          {...props}
          size={24}
          aria-label={copied ? `Copied ${what}` : `Copy ${what}`}
          onClick={() => copy(text)}
        >
          <Icon size={15} stroke={1.7} />
        </ActionIcon>
      )}
    </Hint>
  );
};

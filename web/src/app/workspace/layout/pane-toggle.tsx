// A button that collapses a pane or brings it back.
import { ActionIcon } from '@mantine/core';
import {
  IconLayoutBottombar,
  IconLayoutBottombarFilled,
  IconLayoutSidebar,
  IconLayoutSidebarFilled,
  IconLayoutSidebarRight,
  IconLayoutSidebarRightFilled,
} from '@tabler/icons-react';
import { Hint } from '../../../ui/hint.tsx';

const ICONS = {
  left: [IconLayoutSidebar, IconLayoutSidebarFilled],
  bottom: [IconLayoutBottombar, IconLayoutBottombarFilled],
  right: [IconLayoutSidebarRight, IconLayoutSidebarRightFilled],
} as const;

type PaneToggleProps = {
  side: keyof typeof ICONS;
  /** As in 'Show list of chats'. */
  name: string;
  isOpen: boolean;
  onToggle: () => void;
  /** Why the pane cannot be opened. */
  disabledBecause?: string | null;
};

/** Its icon is filled while the pane is open. */
export const PaneToggle = ({ side, name, isOpen, onToggle, disabledBecause = null }: PaneToggleProps) => {
  const Icon = ICONS[side][isOpen ? 1 : 0];
  const label = `${isOpen ? 'Hide' : 'Show'} ${name}`;
  const isDisabled = disabledBecause !== null;
  return (
    <Hint text={disabledBecause ?? label} align={side === 'left' ? 'start' : 'end'}>
      {(props, reason) => (
        <ActionIcon
          {...props}
          size="md"
          aria-label={label}
          aria-expanded={isOpen}
          aria-describedby={isDisabled ? reason : undefined}
          data-disabled={isDisabled}
          aria-disabled={isDisabled}
          onClick={() => !isDisabled && onToggle()}
        >
          <Icon size={18} stroke={1.6} />
        </ActionIcon>
      )}
    </Hint>
  );
};

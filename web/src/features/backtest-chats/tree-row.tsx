// One line of the list of chats: it may open, be selected, and hold actions.
import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './tree-row.module.css';

type TreeRowProps = {
  name: string;
  /** How deep the line stands in the list, from 0. */
  depth: 0 | 1 | 2;
  icon?: ReactNode;
  selected: boolean;
  onSelect: () => void;
  /** Absent for what cannot open. */
  open?: boolean;
  onToggle?: () => void;
  badge?: ReactNode;
  actions?: ReactNode;
};

/** A line whose name selects it and whose arrow opens it. */
export const TreeRow = ({
  name,
  depth,
  icon,
  selected,
  onSelect,
  open,
  onToggle,
  badge,
  actions,
}: TreeRowProps) => (
  <div className={classes.row} data-selected={selected || undefined} style={{ paddingLeft: 6 + depth * 14 }}>
    {onToggle ? (
      <ActionIcon
        size={24}
        aria-label={`${open ? 'Collapse' : 'Expand'} ${name}`}
        aria-expanded={open}
        onClick={onToggle}
      >
        <IconChevronRight size={14} className={classes.arrow} data-open={open || undefined} />
      </ActionIcon>
    ) : (
      <span className={classes.gap} />
    )}
    <div className={classes.label}>
      <UnstyledButton
        className={classes.name}
        aria-current={selected || undefined}
        title={name}
        onClick={onSelect}
      >
        {icon}
        <span className={classes.text}>{name}</span>
      </UnstyledButton>
      {badge}
    </div>
    {actions}
  </div>
);

// The tree's content before there are lines: loading, failed, or an invitation to create them.
import { Skeleton, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './row-states.module.css';
import { indentOf, TreeRow, type TreeRowProps } from './tree-row.tsx';

type Level = TreeRowProps['level'];

/** Lines that are on their way. */
export const LoadingLines = ({ level }: { level: Level }) => (
  <div className={classes.loading} style={{ paddingLeft: indentOf(level) + 26 }} aria-hidden>
    <Skeleton h={13} w="80%" />
    <Skeleton h={13} w="55%" />
  </div>
);

/** Lines that could not be loaded; choosing this one tries again. */
export const FailedLines = ({
  level,
  text,
  onRetry,
}: {
  level: Level;
  text: string;
  onRetry: () => void;
}) => (
  <TreeRow
    name={text}
    level={level}
    look="problem"
    icon={<IconAlertTriangle size={15} stroke={1.7} aria-hidden />}
    onSelect={onRetry}
    detail={<span className={classes.retry}>Try again</span>}
  />
);

type NextStepProps = { level: Level; title: string; text: string };

/** A hint at what to do for lines to appear here. */
export const NextStep = ({ level, title, text }: NextStepProps) => (
  <div role="treeitem" tabIndex={-1} aria-level={level} aria-selected={false} className={classes.step}>
    <Text size="xs" fw="var(--weight-strong)">
      {title}
    </Text>
    <Text size="xs" c="dimmed">
      {text}
    </Text>
  </div>
);

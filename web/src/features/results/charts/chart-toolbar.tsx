// The controls above the charts: panes, time range, scale, and downloads.
import { ActionIcon, Chip, Group, NativeSelect, SegmentedControl, Tooltip } from '@mantine/core';
import { IconDownload, IconMaximize, IconMinimize, IconPhotoDown } from '@tabler/icons-react';
import type { TimeRange } from '../curves/chart-range.ts';
import { TimeRanges } from '../curves/time-ranges.tsx';
import { PANE_NAMES, type Pane } from '../pictures/chart-panes.ts';
import type { Scale } from '../pictures/figure-layout.ts';
import classes from './chart-toolbar.module.css';

type ToolbarProps = {
  whole: TimeRange;
  /** How long a bar of the run is. */
  barMs: number;
  range: TimeRange;
  onRange: (range: TimeRange) => void;
  available: readonly Pane[];
  panes: readonly Pane[];
  onPanes: (panes: readonly Pane[]) => void;
  /** Coins that can be held as the benchmark; fewer than two leave no choice. */
  benchmarks: readonly string[];
  benchmark: string;
  onBenchmark: (coin: string) => void;
  scale: Scale;
  onScale: (scale: Scale) => void;
  isFull: boolean;
  onFull: () => void;
  onCsv: () => void;
  onPng: () => void;
};

const Take = ({
  label,
  icon: Icon,
  onClick,
}: {
  label: string;
  icon: typeof IconDownload;
  onClick: () => void;
}) => (
  <Tooltip label={label} withinPortal={false}>
    <ActionIcon size={26} aria-label={label} onClick={onClick}>
      <Icon size={16} stroke={1.7} aria-hidden />
    </ActionIcon>
  </Tooltip>
);

/** Panes that the run does not have are not offered; the last one cannot be closed. */
export const ChartToolbar = (props: ToolbarProps) => {
  const {
    available,
    panes,
    onPanes,
    benchmarks,
    benchmark,
    onBenchmark,
    scale,
    onScale,
    isFull,
    onFull,
    onCsv,
    onPng,
  } = props;
  const choose = (chosen: readonly string[]) => {
    const next = available.filter((pane) => chosen.includes(pane));
    if (next.length > 0) onPanes(next);
  };
  return (
    <div className={classes.toolbar}>
      <TimeRanges {...props} />
      {benchmarks.length > 1 ? (
        <NativeSelect
          size="xs"
          aria-label="Benchmark"
          value={benchmark}
          data={benchmarks.map((coin) => ({ value: coin, label: `Hold ${coin}` }))}
          onChange={(event) => onBenchmark(event.currentTarget.value)}
        />
      ) : null}
      <Group gap={4} ml="auto" wrap="nowrap">
        <SegmentedControl
          size="xs"
          aria-label="Scale of the equity"
          value={scale}
          onChange={(value) => onScale(value === 'log' ? 'log' : 'linear')}
          data={[
            { value: 'linear', label: 'Linear' },
            { value: 'log', label: 'Log' },
          ]}
        />
        <Take label="Download what is shown as CSV" icon={IconDownload} onClick={onCsv} />
        <Take label="Download what is shown as PNG" icon={IconPhotoDown} onClick={onPng} />
        <Take
          label={isFull ? 'Leave full screen' : 'Full screen'}
          icon={isFull ? IconMinimize : IconMaximize}
          onClick={onFull}
        />
      </Group>
      <Chip.Group multiple value={[...panes]} onChange={choose}>
        <Group gap={4} role="group" aria-label="Charts">
          {available.map((pane) => (
            <Chip key={pane} value={pane} size="xs" variant="outline" radius="sm">
              {PANE_NAMES[pane]}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </div>
  );
};

// The controls above the charts: panes, time range, scale, and downloads.
import { ActionIcon, Button, Chip, Group, NativeSelect, SegmentedControl, Tooltip } from '@mantine/core';
import { IconDownload, IconMaximize, IconMinimize, IconPhotoDown } from '@tabler/icons-react';
import { PANE_NAMES, type Pane } from './chart-panes.ts';
import { isShorter, namedRange, RANGES, type TimeRange } from './chart-range.ts';
import classes from './chart-toolbar.module.css';
import type { Scale } from './figure-layout.ts';

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

type RangesProps = Pick<ToolbarProps, 'whole' | 'barMs' | 'range' | 'onRange'>;

const Ranges = ({ whole, barMs, range, onRange }: RangesProps) => (
  <Group gap={2} role="group" aria-label="Time range" wrap="nowrap">
    {RANGES.filter((name) => isShorter(name, whole, barMs)).map((name) => {
      const shown = namedRange(name, whole, barMs);
      const isShown = shown.from === range.from && shown.to === range.to;
      return (
        <Button
          key={name}
          size="compact-xs"
          variant={isShown ? 'light' : 'subtle'}
          color={isShown ? 'brand' : 'gray'}
          aria-pressed={isShown}
          onClick={() => onRange(shown)}
        >
          {name}
        </Button>
      );
    })}
  </Group>
);

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
      <Ranges {...props} />
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

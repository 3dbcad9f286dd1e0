// The buttons that show the last months of a run, or all of it.
import { Button, Group } from '@mantine/core';
import { isShorter, namedRange, RANGES, type TimeRange } from './chart-range.ts';

type TimeRangesProps = {
  whole: TimeRange;
  /** How long a bar of the run is. */
  barMs: number;
  range: TimeRange;
  onRange: (range: TimeRange) => void;
};

/** Those that show less than all of it. */
export const TimeRanges = ({ whole, barMs, range, onRange }: TimeRangesProps) => (
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

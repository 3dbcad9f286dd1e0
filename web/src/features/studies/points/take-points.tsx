// The points of a study as a file, to be read by other programs.
import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { addressOf } from '../../../core/endpoints.ts';
import type { Metric } from '../study-metrics.ts';

const FORMATS = { csv: 'CSV', parquet: 'Parquet' } as const;
const NAMES = Object.keys(FORMATS) as readonly (keyof typeof FORMATS)[];

type TakePointsProps = {
  studyId: string;
  /** The figure whose plateau score is in the file. */
  metric: Metric;
};

/** Links, so that the browser itself downloads. */
export const TakePoints = ({ studyId, metric }: TakePointsProps) => (
  <Group gap={6}>
    {NAMES.map((format) => (
      <Button
        key={format}
        component="a"
        size="compact-xs"
        variant="default"
        leftSection={<IconDownload size={14} aria-hidden />}
        href={addressOf('exportStudy', { study_id: studyId, format, metric })}
        download
        aria-label={`Download the points as ${FORMATS[format]}`}
      >
        {FORMATS[format]}
      </Button>
    ))}
  </Group>
);

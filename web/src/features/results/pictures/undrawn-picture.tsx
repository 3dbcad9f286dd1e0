// A stand-in for the picture of a result that has no curve.
import { IconChartLine } from '@tabler/icons-react';
import { money } from '../../../lib/format.ts';
import { EmptyPlace } from '../../../ui/loading/empty-place.tsx';
import { isRecord, type Row } from '../statistics/statistics-tables.ts';
import { ChartImage } from './chart-image.tsx';

type UndrawnPictureProps = { chatId: string; folderName: string; title: string; statistics: Row | null };

/** Words for a run of a single value; the server's picture for one whose values are not known. */
export const UndrawnPicture = ({ statistics, ...picture }: UndrawnPictureProps) => {
  const times = isRecord(statistics?.curves) ? statistics.curves.timestamp : null;
  if (!Array.isArray(times) || times.length !== 1) return <ChartImage {...picture} filename="Chart" />;
  const { initial_value: initial, final_value: final } = statistics ?? {};
  return (
    <EmptyPlace
      icon={IconChartLine}
      title="Too short for a curve"
      text={`This run has a single value: it began with ${money(initial)} and ended with ${money(final)}.`}
    />
  );
};

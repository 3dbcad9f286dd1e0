// The file of statistics: whether they can be believed, and all of them.
import { type ReactNode, useMemo } from 'react';
import { findingsOf } from '../../../lib/findings.ts';
import { FindingsPanel } from '../findings/findings-panel.tsx';
import { AllStatistics } from './all-statistics.tsx';
import { recordOf } from './statistics.ts';
import classes from './statistics-view.module.css';
import { TrialsLine } from './trials-line.tsx';

type StatisticsViewProps = { chatId: string; folderName: string; text: string; fallback: ReactNode };

/** Everything that the file says; the fallback when the text is not a JSON object. */
export const StatisticsView = ({ text, fallback, ...folder }: StatisticsViewProps) => {
  const statistics = useMemo(() => recordOf(text), [text]);
  if (!statistics) return fallback;
  return (
    <div className={classes.view}>
      <FindingsPanel findings={findingsOf(statistics)} folded />
      <TrialsLine {...folder} statistics={statistics} />
      <AllStatistics statistics={statistics} />
    </div>
  );
};

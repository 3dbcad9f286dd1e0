// The run's settings, below the title of its result.
import { Skeleton } from '@mantine/core';
import { runFacts } from '../files/settings-lines.ts';
import type { Row } from '../statistics/statistics-tables.ts';
import { useFolderRecord } from '../use-folder-record.ts';
import classes from './run-facts.module.css';

/** Strategy, period, interval, portfolio and fees of these settings. */
export const FactsOf = ({ settings }: { settings: Row }) => (
  <ul className={classes.facts} aria-label="What was run">
    {runFacts(settings).map((fact) => (
      <li key={fact}>{fact}</li>
    ))}
  </ul>
);

/** The same of a result folder; nothing when its settings cannot be read. */
export const RunFacts = (folder: { chatId: string; folderName: string }) => {
  const { record, failure } = useFolderRecord(folder, 'Settings');
  if (failure !== null) return null;
  if (!record) return <Skeleton h={16} w="60%" />;
  return <FactsOf settings={record} />;
};

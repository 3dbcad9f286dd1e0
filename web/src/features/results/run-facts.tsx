// What was run, below the title of its result.
import { Skeleton } from '@mantine/core';
import { useReadFolderFileQuery } from './api.ts';
import classes from './run-facts.module.css';
import { runFacts } from './settings-lines.ts';
import { recordOf } from './statistics.ts';

/** Strategy and version, period, interval, portfolio and fees; nothing when the settings cannot be read. */
export const RunFacts = ({ chatId, folderName }: { chatId: string; folderName: string }) => {
  const { currentData } = useReadFolderFileQuery({ id: chatId, folderName, filename: 'Settings' });
  if (currentData === undefined) return <Skeleton h={16} w="60%" />;
  const facts = runFacts(recordOf(currentData) ?? {});
  return (
    <ul className={classes.facts} aria-label="What was run">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
};

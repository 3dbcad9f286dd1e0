// Shows if a result is more than the luck of its chat's trials, and how many there are by now, if the server says so.
import { Alert, Text } from '@mantine/core';
import { IconDice } from '@tabler/icons-react';
import { useReadTrialsQuery } from '../api.ts';
import type { Row } from './statistics-tables.ts';
import { trialsByNow, trialsWords } from './trials-words.ts';

type TrialsLineProps = { chatId: string; folderName: string; statistics: Row };

/** Nothing for a result of a time when trials were not counted. */
export const TrialsLine = ({ chatId, folderName, statistics }: TrialsLineProps) => {
  const words = trialsWords(statistics);
  const { data } = useReadTrialsQuery({ id: chatId, folderName }, { skip: words === null });
  if (words === null) return null;
  return (
    <Alert
      variant="light"
      color={words.isDoubtful ? 'yellow' : 'gray'}
      icon={<IconDice aria-hidden />}
      title={words.isDoubtful ? 'Could be the luck of many trials' : 'Trials'}
    >
      <Text size="sm">{words.text}</Text>
      {data ? (
        <Text size="sm" c="dimmed">
          {trialsByNow(data)}
        </Text>
      ) : null}
    </Alert>
  );
};

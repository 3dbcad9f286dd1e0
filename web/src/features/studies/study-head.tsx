// The head of a study: what it is, how far it is, and the ways to cancel and to delete it.
import { Badge, Button, Progress, Text, Title } from '@mantine/core';
import { IconPlayerStop, IconTrash } from '@tabler/icons-react';
import type { Study } from '@tradeium/contracts';
import { useState } from 'react';
import { useCommand } from '../../lib/commands/use-command.ts';
import { messageOf } from '../../lib/failure.ts';
import { counted, creditsUsed, dateTime, dayRange, wholeNumber } from '../../lib/format.ts';
import { settingWords } from '../../lib/setting-differences.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { FailureAlert } from '../../ui/loading/failure-alert.tsx';
import { useCancelStudyMutation } from './api.ts';
import { DeleteStudyDialog } from './delete-study.tsx';
import { METRICS } from './study-metrics.ts';
import classes from './study-view.module.css';

export const STATUS_WORDS = {
  running: { label: 'Running', color: 'blue' },
  completed: { label: 'Completed', color: 'green' },
  cancelled: { label: 'Cancelled', color: 'gray' },
  failed: { label: 'Failed', color: 'red' },
} as const;

const METHOD_WORDS = {
  grid: 'grid',
  random: 'random draw',
  'quasi-random': 'quasi-random draw',
  optimise: 'search',
} as const;

type HeadProps = { study: Study; onDeleted: () => void };

/** Asks first: a cancelled study does not go on. */
const Cancel = ({ study }: { study: Study }) => {
  const [isAsking, setAsking] = useState(false);
  const [cancel, { isLoading, error }] = useCancelStudyMutation();
  useCommand({ name: 'Cancel the study', run: () => setAsking(true) });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlayerStop size={14} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        Cancel
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title="Cancel the study?"
          text={`The ${counted(study.done, 'point', 'points')} computed so far stay and are charged; the rest is not computed and costs nothing. ${error ? messageOf(error) : ''}`}
          action="Cancel the study"
          cancel="Let it run"
          isDanger
          isBusy={isLoading}
          onConfirm={async () => {
            const { data } = await cancel({ study_id: study.study_id });
            if (data) setAsking(false);
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
};

const Delete = ({ study, onDeleted }: HeadProps) => {
  const [isAsking, setAsking] = useState(false);
  useCommand({ name: 'Delete the study', run: () => setAsking(true) });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconTrash size={14} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        Delete
      </Button>
      {isAsking ? (
        <DeleteStudyDialog study={study} onDeleted={onDeleted} onClose={() => setAsking(false)} />
      ) : null}
    </>
  );
};

const endWords = ({ status, done, points_total }: Study): string =>
  status === 'completed' && done < points_total
    ? `${counted(done, 'point', 'points')} computed; the axes have no others.`
    : status === 'cancelled'
      ? `${wholeNumber(done)} of ${counted(points_total, 'point', 'points')} were computed before it was cancelled; they stay.`
      : `${wholeNumber(done)} of ${counted(points_total, 'point', 'points')} computed`;

export const StudyHead = ({ study, onDeleted }: HeadProps) => {
  const { status, done, points_total, settings } = study;
  const isRunning = status === 'running';
  const words = [
    study.goal === null
      ? METHOD_WORDS[study.method]
      : `${METHOD_WORDS[study.method]} for ${METRICS[study.goal].label}`,
    ...settingWords(settings, ['range']),
    dayRange(settings.start_date, settings.end_date),
    `started ${dateTime(study.started_at)}`,
    `${creditsUsed(study.cost_vut)} VUT${isRunning ? ' so far' : ''}`,
  ];
  return (
    <header className={classes.head}>
      <div className={classes.title}>
        <Title order={2} size="h4">
          Study of <bdi>{study.strategy_filename}</bdi>
        </Title>
        <Badge variant="light" color={STATUS_WORDS[status].color}>
          {STATUS_WORDS[status].label}
        </Badge>
        {isRunning ? <Cancel study={study} /> : <Delete study={study} onDeleted={onDeleted} />}
      </div>
      <Text size="xs" c="dimmed">
        {words.join(' · ')}
      </Text>
      {isRunning ? (
        <Progress value={(100 * done) / points_total} size="sm" animated aria-label="Progress of the study" />
      ) : null}
      <Text size="xs" c="dimmed" role="status">
        {endWords(study)}
      </Text>
      {status === 'failed' ? (
        <FailureAlert>{study.reason ?? 'The study could not be finished.'}</FailureAlert>
      ) : null}
    </header>
  );
};

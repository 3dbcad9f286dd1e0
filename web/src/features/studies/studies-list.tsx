// The studies of a chat, newest first.
import { ActionIcon, Badge, Skeleton, Text, Title, UnstyledButton } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { StudySummary } from '@tradeium/contracts';
import { useEffect, useRef, useState } from 'react';
import { useListStudiesQuery } from '../../core/studies.ts';
import { messageOf } from '../../lib/failure.ts';
import { counted, dateTime, wholeNumber } from '../../lib/format.ts';
import { LoadFailure } from '../../ui/loading/load-failure.tsx';
import { DeleteStudyDialog } from './delete-study.tsx';
import classes from './studies-list.module.css';
import { axisLabel } from './study-axes.ts';
import { STATUS_WORDS } from './study-head.tsx';

type LineProps = { study: StudySummary; onOpen: () => void; onDelete: () => void };

const Line = ({ study, onOpen, onDelete }: LineProps) => {
  const { status, done, points_total } = study;
  const points =
    done === points_total
      ? counted(points_total, 'point', 'points')
      : `${wholeNumber(done)} of ${counted(points_total, 'point', 'points')}`;
  return (
    <li className={classes.line}>
      <UnstyledButton className={classes.name ?? ''} onClick={onOpen}>
        <bdi>{study.strategy_filename}</bdi>: {study.axes.map(axisLabel).join(' × ')}
      </UnstyledButton>
      <Badge size="sm" variant="light" color={STATUS_WORDS[status].color}>
        {STATUS_WORDS[status].label}
      </Badge>
      <span className={classes.end}>
        <span className={classes.facts}>
          {points} · {dateTime(study.started_at)}
        </span>
        {status === 'running' ? null : (
          <ActionIcon
            size={28}
            variant="subtle"
            color="gray"
            aria-label={`Delete the study of ${study.strategy_filename}, started ${dateTime(study.started_at)}`}
            onClick={onDelete}
          >
            <IconTrash size={15} aria-hidden />
          </ActionIcon>
        )}
      </span>
    </li>
  );
};

/** Where the line that had the focus goes, the heading takes it. */
const useFocusAfter = (count: number) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) heading.current?.focus();
    before.current = count;
  }, [count]);
  return heading;
};

/** Stands below the results of the chat. */
export const StudiesList = ({ chatId, onOpen }: { chatId: string; onOpen: (studyId: string) => void }) => {
  const { currentData, error, isFetching, refetch } = useListStudiesQuery({ backtest_id: chatId });
  const [deleted, setDeleted] = useState<StudySummary | null>(null);
  const heading = useFocusAfter(currentData?.studies.length ?? 0);
  return (
    <section className={classes.list} aria-label="Studies">
      <Title order={2} className={classes.title ?? ''} ref={heading} tabIndex={-1}>
        Studies
      </Title>
      {currentData === undefined ? (
        error && !isFetching ? (
          <LoadFailure text={messageOf(error)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton h={28} />
        )
      ) : currentData.studies.length === 0 ? (
        <Text size="sm" c="dimmed">
          No studies yet. Select a strategy and press Study, next to Execute Backtest, to run it with many
          values at once.
        </Text>
      ) : (
        <ul className={classes.lines}>
          {currentData.studies.map((study) => (
            <Line
              key={study.study_id}
              study={study}
              onOpen={() => onOpen(study.study_id)}
              onDelete={() => setDeleted(study)}
            />
          ))}
        </ul>
      )}
      {deleted ? <DeleteStudyDialog study={deleted} onClose={() => setDeleted(null)} /> : null}
    </section>
  );
};

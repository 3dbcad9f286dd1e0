// The studies of a chat, newest first.
import { Badge, Skeleton, Text, Title, UnstyledButton } from '@mantine/core';
import type { StudySummary } from '@tradeium/contracts';
import { useListStudiesQuery } from '../../core/studies.ts';
import { messageOf } from '../../lib/failure.ts';
import { counted, dateTime, wholeNumber } from '../../lib/format.ts';
import { LoadFailure } from '../../ui/loading/load-failure.tsx';
import classes from './studies-list.module.css';
import { axisLabel } from './study-axes.ts';
import { STATUS_WORDS } from './study-head.tsx';

const Line = ({ study, onOpen }: { study: StudySummary; onOpen: () => void }) => {
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
      <span className={classes.facts}>
        {points} · {dateTime(study.started_at)}
      </span>
    </li>
  );
};

/** Stands below the results of the chat. */
export const StudiesList = ({ chatId, onOpen }: { chatId: string; onOpen: (studyId: string) => void }) => {
  const { currentData, error, isFetching, refetch } = useListStudiesQuery({ backtest_id: chatId });
  return (
    <section className={classes.list} aria-label="Studies">
      <Title order={2} className={classes.title ?? ''}>
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
            <Line key={study.study_id} study={study} onOpen={() => onOpen(study.study_id)} />
          ))}
        </ul>
      )}
    </section>
  );
};

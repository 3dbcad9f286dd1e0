// The progress of a long job in words and as a bar, what it found, and the way to cancel it.
import { Alert, Button, Group, List, Progress, Stack, Text } from '@mantine/core';
import type { JobProgress } from '@tradeium/contracts';
import { wholeNumber } from '../../../lib/format.ts';
import { FailureAlert } from '../../../ui/loading/failure-alert.tsx';
import type { Job } from './use-job.ts';

/** `of` counts up while the job begins: the bar is full at the end only. */
const shareOf = ({ done, handled, of }: JobProgress): number =>
  done ? 100 : of === null || of === 0 ? 0 : Math.min(99, (handled / of) * 100);

const progressText = ({ handled, of }: JobProgress): string =>
  of === null
    ? `${wholeNumber(handled)} entries read`
    : `${wholeNumber(handled)} of ${wholeNumber(of)} entries read`;

const ENDS = {
  idle: '',
  running: 'Running',
  done: 'Done',
  cancelled: 'Cancelled: nothing was changed.',
  failed: 'Failed',
} as const satisfies Record<Job['state'], string>;

const Findings = ({ findings }: Pick<JobProgress, 'findings'>) => (
  <Alert color="red" role="alert" title="What it found">
    <List size="sm">
      {findings.map((finding) => (
        <List.Item key={finding}>{finding}</List.Item>
      ))}
    </List>
  </Alert>
);

type JobViewProps = {
  /** Names the bar: `Rebuild of runs`. */
  label: string;
  job: Job;
  /** Its last line when it found nothing. */
  clean: string;
  onCancel: () => void;
};

export const JobView = ({ label, job, clean, onCancel }: JobViewProps) => {
  const { state, progress, problem } = job;
  if (state === 'idle') return null;
  const isClean = state === 'done' && (progress?.findings.length ?? 0) === 0;
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" role="status">
          {isClean ? clean : ENDS[state]}
          {progress === null ? '' : ` (${progressText(progress)})`}
        </Text>
        {state === 'running' ? (
          <Button variant="default" size="xs" onClick={onCancel} aria-label={`Cancel: ${label}`}>
            Cancel
          </Button>
        ) : null}
      </Group>
      {state === 'running' ? (
        <Progress value={progress ? shareOf(progress) : 0} animated={progress === null} aria-label={label} />
      ) : null}
      {problem === null ? null : <FailureAlert>{problem}</FailureAlert>}
      {progress && progress.findings.length > 0 ? <Findings findings={progress.findings} /> : null}
    </Stack>
  );
};

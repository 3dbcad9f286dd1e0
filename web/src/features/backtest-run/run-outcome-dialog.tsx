// Shows how a run ended, in a dialog.
import { Button, Group, Text, ThemeIcon } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { summaryWithoutFindings } from '@tradeium/contracts';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useAppDispatch } from '../../core/store.ts';
import { figuresInSentence } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Findings } from '../../ui/findings.tsx';
import { PrintedOutput } from '../../ui/printed-output.tsx';
import { ADDED, type StrategyError } from './outcome.ts';
import classes from './run-outcome-dialog.module.css';
import { outcomeRead, type RunState } from './run-slice.ts';

const TONES = {
  success: { color: 'green', icon: IconCheck },
  warning: { color: 'yellow', icon: IconAlertTriangle },
  error: { color: 'red', icon: IconX },
} as const;

/** The line of the file, and its error. */
const FailedLine = ({ line, source, message }: StrategyError) => (
  <>
    {line === null ? null : (
      <Text size="sm" fw="var(--weight-strong)">
        Line {line} of the strategy
      </Text>
    )}
    {line === null || source === null || source.trim() === '' ? null : (
      <pre className={classes.source}>
        <span className={classes.number} aria-hidden>
          {line}
        </span>
        <code>{source.trim()}</code>
      </pre>
    )}
    <p className={classes.code}>Strategy execution failed: {message}</p>
  </>
);

type BodyProps = RunOutcomeDialogProps['outcome'] & { figures: ReactNode };

const Body = ({
  figures,
  text,
  details,
  findings,
  strategyError,
  prints,
  folderName,
  strategyFilename,
  strategyRan,
}: BodyProps) => (
  <div className={classes.body}>
    <Text size="sm" fw="var(--weight-strong)">
      <bdi>{strategyFilename}</bdi>
    </Text>
    {folderName === null ? null : <div className={classes.figures}>{figures}</div>}
    {strategyError ? (
      <FailedLine {...strategyError} />
    ) : (
      <Text size="sm" className={classes.text ?? ''}>
        {figuresInSentence(summaryWithoutFindings(text, findings))}
      </Text>
    )}
    {findings.length > 0 ? <Findings findings={findings} folded /> : null}
    {prints === null ? null : <PrintedOutput text={prints} open={folderName === null} />}
    {details.length > 0 ? (
      <dl className={classes.details}>
        {details.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    ) : null}
    {folderName !== null || strategyRan ? (
      <Text size="sm" c="dimmed">
        {ADDED}
      </Text>
    ) : null}
  </div>
);

type RunOutcomeDialogProps = {
  outcome: NonNullable<RunState['outcome']>;
  /** The key figures of the new result. */
  figures: ReactNode;
  /** Leads to the new folder. */
  onShowResult: (chatId: string, folderName: string) => void;
  /** Leads to the editor, where the line that failed is marked. */
  onShowStrategy: (chatId: string, filename: string) => void;
};

/** One button leads on: to the result, to the line that failed, or to the credits that are missing. */
export const RunOutcomeDialog = ({
  outcome,
  figures,
  onShowResult,
  onShowStrategy,
}: RunOutcomeDialogProps) => {
  const dispatch = useAppDispatch();
  const close = () => dispatch(outcomeRead());
  const closeAnd = (next: () => void) => () => {
    close();
    next();
  };
  const { color, icon: Icon } = TONES[outcome.tone];
  const { folderName, chatId, strategyFilename } = outcome;
  const line = outcome.strategyError?.line ?? null;
  return (
    <Dialog
      opened
      onClose={close}
      size="lg"
      title={
        <Group gap="sm" wrap="nowrap">
          <ThemeIcon color={color} variant="light" radius="xl">
            <Icon size={17} aria-hidden />
          </ThemeIcon>
          <span>{outcome.title}</span>
        </Group>
      }
    >
      <Body {...outcome} figures={figures} />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close}>
          Close
        </Button>
        {folderName === null ? null : (
          <Button data-autofocus onClick={closeAnd(() => onShowResult(chatId, folderName))}>
            View results
          </Button>
        )}
        {line === null ? null : (
          <Button data-autofocus onClick={closeAnd(() => onShowStrategy(chatId, strategyFilename))}>
            Go to line {line}
          </Button>
        )}
        {outcome.needsCredits ? (
          <Button component={Link} href="/app/credits" onClick={close}>
            Go to Credits
          </Button>
        ) : null}
      </Group>
    </Dialog>
  );
};

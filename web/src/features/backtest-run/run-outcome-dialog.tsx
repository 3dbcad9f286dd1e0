// Tells how a run ended, as a dialog that has to be read.
import { Button, Group, Modal, Text, ThemeIcon } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useAppDispatch, useAppSelector } from '../../app/store.ts';
import type { Outcome } from './outcome.ts';
import classes from './run-outcome-dialog.module.css';
import { outcomeRead, selectOutcome } from './run-slice.ts';

const TONES = {
  success: { color: 'green', icon: IconCheck },
  warning: { color: 'yellow', icon: IconAlertTriangle },
  error: { color: 'red', icon: IconX },
} as const;

const Body = ({ text, details, strategyError }: Outcome) => (
  <>
    {strategyError?.line ? (
      <Text size="sm" fw={600} mb={6}>
        Line {strategyError.line} of the strategy
      </Text>
    ) : null}
    <Text size="sm" className={strategyError ? classes.code : classes.text} mb="md">
      {text}
    </Text>
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
  </>
);

/** Opens by itself when a run has ended; `onShowResult` leads to the new folder. */
export const RunOutcomeDialog = ({
  onShowResult,
}: {
  onShowResult: (chatId: string, folderName: string) => void;
}) => {
  const dispatch = useAppDispatch();
  const outcome = useAppSelector(selectOutcome);
  if (!outcome) return null;
  const close = () => dispatch(outcomeRead());
  const { color, icon: Icon } = TONES[outcome.tone];
  const { folderName, chatId } = outcome;
  return (
    <Modal
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
      <Body {...outcome} />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close}>
          Close
        </Button>
        {folderName === null ? null : (
          <Button
            data-autofocus
            onClick={() => {
              close();
              onShowResult(chatId, folderName);
            }}
          >
            View results
          </Button>
        )}
        {outcome.needsCredits ? (
          <Button component={Link} to="/app/credits" onClick={close}>
            Go to Credits
          </Button>
        ) : null}
      </Group>
    </Modal>
  );
};

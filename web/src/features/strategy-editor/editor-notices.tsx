// Notices above the code: a failed run, another save, hidden characters.
import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle, IconEyeExclamation, IconGitBranch } from '@tabler/icons-react';
import { useMemo } from 'react';
import { codeWarnings } from '../../lib/code-text.ts';
import { savedElsewhere, warningText } from './editing-texts.ts';
import classes from './strategy-editor.module.css';

/** The line is that of the code as it was run, which is the code as it was saved. */
export type StrategyFailure = { message: string; line: number | null };

export const FailureNotice = ({ failure }: { failure: StrategyFailure }) => (
  <Alert
    className={classes.notice ?? ''}
    color="red"
    radius={0}
    py={8}
    icon={<IconAlertTriangle size={18} />}
    title={failure.line === null ? 'Strategy error' : `Strategy error in line ${failure.line}`}
  >
    <span className={classes.message}>{failure.message}</span>
  </Alert>
);

type RivalNoticeProps = { version: number; onCompare: () => void; onKeep: () => void; onTake: () => void };

/** Two states of one file: nothing is lost, whichever is chosen, as each save stays a version. */
export const RivalNotice = ({ version, onCompare, onKeep, onTake }: RivalNoticeProps) => (
  <Alert
    className={classes.notice ?? ''}
    color="yellow"
    radius={0}
    py={8}
    icon={<IconGitBranch size={18} />}
    title={savedElsewhere(version)}
  >
    Your unsaved code began from an earlier one. If you keep yours, saving it makes the next version.
    <Group gap="xs" mt={8}>
      <Button size="compact-sm" variant="default" onClick={onCompare}>
        Compare
      </Button>
      <Button size="compact-sm" variant="default" onClick={onKeep}>
        Keep mine
      </Button>
      <Button size="compact-sm" variant="default" onClick={onTake}>
        Take theirs
      </Button>
    </Group>
  </Alert>
);

/** Nothing while there is nothing hidden. */
export const WarningNotices = ({ code, onShow }: { code: string; onShow: (line: number) => void }) => {
  const warnings = useMemo(() => codeWarnings(code), [code]);
  return warnings.map((warning) => (
    <Alert
      key={warning.kind}
      className={classes.notice ?? ''}
      color="yellow"
      radius={0}
      py={8}
      icon={<IconEyeExclamation size={18} />}
    >
      <Group gap="xs" justify="space-between">
        {warningText(warning)}
        <Button size="compact-xs" variant="default" onClick={() => onShow(warning.lines[0] ?? 1)}>
          Show
        </Button>
      </Group>
    </Alert>
  ));
};

// Unsaved code of a file that was deleted elsewhere: it can be saved as a new strategy, or discarded.
import { Alert, Button, Group } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import { shallowEqual } from 'react-redux';
import { useAppDispatch, useAppSelector } from '../../core/store.ts';
import { messageOf } from '../../lib/failure.ts';
import { showToast } from '../../ui/toast.ts';
import { strategySaved, useApplyStrategyMutation } from './api.ts';
import { draftDropped, selectEdited, selectStranded } from './drafts-slice.ts';
import { codeProblem } from './editing-texts.ts';
import classes from './strategy-editor.module.css';

type StrandedDraftProps = {
  chatId: string;
  filename: string;
  /** Called with the new file's name. */
  onSaved: (filename: string) => Promise<void>;
};

const StrandedDraft = ({ chatId, filename, onSaved }: StrandedDraftProps) => {
  const dispatch = useAppDispatch();
  const key = { chatId, filename };
  const code = useAppSelector((state) => selectEdited(state, key)?.code ?? '');
  const [apply, { isLoading }] = useApplyStrategyMutation();
  const save = async () => {
    const problem = codeProblem(code);
    if (problem !== null) return showToast('error', `Failed to save strategy: ${problem}`);
    try {
      const { final_name } = await apply({ id: chatId, strategy_code: code }).unwrap();
      await dispatch(strategySaved(chatId, final_name, code));
      dispatch(draftDropped(key));
      showToast('success', 'Strategy saved to backtest session!');
      await onSaved(final_name);
    } catch (thrown) {
      showToast('error', `Failed to save strategy: ${messageOf(thrown)}`);
    }
  };
  return (
    <Alert
      className={classes.notice ?? ''}
      color="yellow"
      radius={0}
      py={8}
      icon={<IconFileOff size={18} />}
      title={<bdi>{filename}</bdi>}
    >
      This file was deleted elsewhere. Your unsaved code is kept here.
      <Group gap="xs" mt={8}>
        <Button size="compact-sm" variant="default" loading={isLoading} onClick={save}>
          Save as a new strategy
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={isLoading}
          onClick={() => dispatch(draftDropped(key))}
        >
          Discard
        </Button>
      </Group>
    </Alert>
  );
};

type StrandedDraftsProps = Omit<StrandedDraftProps, 'filename'> & {
  /** The strategy files that the chat has. */
  filenames: readonly string[];
};

/** Nothing as long as every draft has its file. */
export const StrandedDrafts = ({ filenames, ...props }: StrandedDraftsProps) => {
  const stranded = useAppSelector((state) => selectStranded(state, props.chatId, filenames), shallowEqual);
  return stranded.map((filename) => <StrandedDraft key={filename} {...props} filename={filename} />);
};

// Keeps a backtest of a reply as a result of the chat with one press, and leads to its folder afterwards.
import { Button } from '@mantine/core';
import { IconFolder, IconFolderPlus } from '@tabler/icons-react';
import { keptRunIds } from '@tradeium/contracts';
import { createContext, useContext } from 'react';
import { messageOf } from '../../../lib/failure.ts';
import { showToast } from '../../../ui/toast.ts';
import { useKeepResultMutation } from '../api.ts';
import classes from './result-card.module.css';

/** The results of the chat as its workspace has them, by the ids of their runs. */
export type ChatResults = {
  readonly conversationId: string;
  readonly kept: readonly string[];
  readonly underWay: readonly string[];
  /** Shows the folder of a run. */
  readonly open: (runId: string) => void;
};

/** Null where there is no workspace next to the conversation. */
export const ChatResultsContext = createContext<ChatResults | null>(null);

const NOT_KEPT = 'The result was not kept';

export const KeepResult = ({ replyId, resultId }: { replyId: string; resultId: string }) => {
  const results = useContext(ChatResultsContext);
  const [keep, { isLoading }] = useKeepResultMutation();
  if (!results) return null;
  const ids = keptRunIds(resultId);
  const kept = ids.findLast((id) => results.kept.includes(id));
  if (kept !== undefined)
    return (
      <div className={classes.hint}>
        <p>Kept as a result of this chat.</p>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconFolder size={14} aria-hidden />}
          onClick={() => results.open(kept)}
        >
          Open result
        </Button>
      </div>
    );
  const isUnderWay = isLoading || ids.some((id) => results.underWay.includes(id));
  const press = async () => {
    const { error } = await keep({ id: results.conversationId, reply_id: replyId, result_id: resultId });
    if (error) showToast('error', messageOf(error, NOT_KEPT));
  };
  return (
    <div className={classes.hint}>
      <p>Keeping it is free: this reply has already paid for the backtest.</p>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconFolderPlus size={14} aria-hidden />}
        loading={isUnderWay}
        onClick={() => void press()}
      >
        Keep as result
      </Button>
    </div>
  );
};

// What the workflow that erases a user's workspace and its activities hand to one another.

/** A user's workspace is erased once, by one workflow. */
export const eraseWorkflowIdOf = (userId: string): string => `erase-workspace-${userId}`;

/** Each is safe to repeat. */
export type EraseActivities = {
  /** Deletes all chats and lets nothing be made any more; answers the sequence of that write. */
  eraseChats(userId: string): Promise<number>;
  /** Cancels and erases every run; rejects while the read models have not seen the write `after`. */
  eraseRuns(userId: string, after: number): Promise<void>;
};

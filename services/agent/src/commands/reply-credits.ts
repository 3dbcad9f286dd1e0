// The credits of a reply: one hold, from before its first token to its end.

/** The hold of a reply. */
export const holdIdOf = (replyId: string): string => `agent:${replyId}`;

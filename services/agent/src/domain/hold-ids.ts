// The credits of replies and of tools: one hold each, from before the work to its end.

/** The hold of a reply. */
export const holdIdOf = (replyId: string): string => `agent:${replyId}`;

/** The hold of a tool that an outside assistant calls. */
export const toolHoldId = (callId: string): string => `tool:${callId}`;

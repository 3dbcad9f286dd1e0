// All workflows that this service's worker runs, as one entry for the bundler.
export { deleteConversations } from './delete-conversations.ts';
export { settleReplies } from './settle-replies.ts';

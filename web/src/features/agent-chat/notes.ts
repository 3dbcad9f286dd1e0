// The panel's own words between the messages: they stay where they were when the messages are read again, in this tab.
import type { Reply, SystemMessage, UserMessage } from './message.ts';
import { APPLYING } from './words.ts';

type Message = UserMessage | Reply | SystemMessage;

/** Words of the panel, and the server's id of the message that they follow. */
export type Note = SystemMessage & { readonly after: string };

const NOTES_MAX = 20;
const notesKeyOf = (conversationId: string): string => `tradeium-chat-notes-${conversationId}`;

const serverIdOf = (message: Message): string | null => {
  if (message.kind === 'user') return message.sentId;
  return message.kind === 'agent' ? message.replyId : null;
};

/** The notes of a conversation; what was only on its way, or follows no message, is none. */
export const notesOf = (messages: readonly Message[]): Note[] => {
  let after: string | null = null;
  const notes: Note[] = [];
  for (const message of messages) {
    if (message.kind === 'user' || message.kind === 'agent') after = serverIdOf(message) ?? after;
    else if (after !== null && message.text !== APPLYING) notes.push({ ...message, after });
  }
  return notes;
};

/** The messages with their notes; a note without its message is gone. */
export const withNotes = (
  messages: readonly (UserMessage | Reply)[],
  notes: readonly Note[],
): readonly Message[] =>
  messages.flatMap((message) => [
    message,
    ...notes
      .filter(({ after }) => after === serverIdOf(message))
      .map(({ kind, id, text }): SystemMessage => ({ kind, id, text })),
  ]);

export const keepNotes = (conversationId: string, notes: readonly Note[]): void => {
  try {
    sessionStorage.setItem(notesKeyOf(conversationId), JSON.stringify(notes.slice(-NOTES_MAX)));
  } catch {
    console.warn('the notes of the conversation could not be kept');
  }
};

export const readNotes = (conversationId: string): readonly Note[] => {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(notesKeyOf(conversationId)) ?? '[]');
    return Array.isArray(kept) ? (kept as Note[]) : [];
  } catch {
    return [];
  }
};

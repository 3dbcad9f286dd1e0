// The words of the chat panel that the product's error catalogue fixes.
import { type Failure, messageOf } from '../../lib/failure.ts';
import type { Reply } from './message.ts';

/** The words added to a reply that did not come to its own end, by its status. */
export const ENDINGS: Readonly<Partial<Record<Reply['status'], string>>> = {
  stopped: '[Stream stopped by user]',
  interrupted: '[Stream interrupted]',
};
export const HISTORY_FAILED = 'Failed to load conversation history';
export const NO_CODE = 'No valid Python code found in this message';
export const NO_FILE = 'Please select a strategy file to replace';
export const APPLYING = 'Applying strategy code to backtest chat...';
export const APPLY_FAILED = 'Failed to apply strategy';
export const REPLACE_FAILED = 'Failed to replace strategy';

const NOT_SENT = 'Failed to send message to agent';
const PAYMENT_REQUIRED = 402;

/** Why the agent has not taken a message, as its answer says it. */
export const refusalWords = (failure: Failure): string =>
  failure.status === PAYMENT_REQUIRED
    ? failure.message
    : `I encountered an issue processing your message. Please try again or contact support. Error: ${messageOf(failure, NOT_SENT)}`;

/** Why code was not applied: in the words of the server, where it has some. */
export const applyFailedWords = (thrown: unknown): string =>
  `${APPLY_FAILED}: ${messageOf(thrown, APPLY_FAILED)}`;

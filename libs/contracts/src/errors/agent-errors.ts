// Errors of the agents, and of outside assistants that use their tools.

export const AGENT_ERRORS = {
  ACCESS_TOKEN_INVALID: {
    status: 401,
    detail:
      'This access token is not valid: it is wrong, has expired or was revoked. Make a new one on your profile.',
  },
  ACCESS_TOKEN_NOT_FOUND: { status: 404, detail: 'No such access token' },
  ACCESS_SCOPE_REQUIRED: { status: 400, detail: 'Please choose what the token may do' },
  ACCESS_SCOPE_REPEATED: { status: 400, detail: 'Please name each permission only once' },
  ACCESS_SCOPE_MISSING: { status: 403, detail: 'This access token does not allow this: it lacks “{scope}”' },
  TOO_MANY_ACCESS_TOKENS: {
    status: 409,
    detail: 'You have {limit} access tokens. Please revoke one that you no longer use.',
  },

  MESSAGE_REQUIRED: { status: 400, detail: 'Please enter a message' },
  MESSAGE_TOO_LONG: { status: 400, detail: 'The message is too long (at most 32 KiB)' },
  MESSAGE_NOT_FOUND: { status: 404, detail: 'No such message in this conversation' },
  AI_CHAT_DISABLED: { status: 403, detail: 'AI chat is disabled for Private Chats' },
  TOO_MANY_MESSAGES: {
    status: 409,
    detail: 'This conversation has {limit} messages. Please start a new chat.',
  },
  REPLY_IN_PROGRESS: { status: 409, detail: 'The agent is still writing a reply in this chat' },
  REPLY_NOT_FOUND: { status: 404, detail: 'No such reply in this conversation' },
  RESULT_NOT_KEPT: {
    status: 409,
    detail: 'This backtest cannot be kept from here. Save its strategy and run it instead.',
  },
  REPLY_LIMIT_TOO_LOW: {
    status: 409,
    detail:
      'Your limit of {limit} VUT for a reply does not pay for this one, which needs at least {needed} VUT. Raise it below the message field.',
  },
  DAY_LIMIT_REACHED: {
    status: 409,
    detail:
      'Your limit of {limit} VUT a day for agents is used up: {spent} VUT are spent or reserved today (UTC). Raise it below the message field, or go on tomorrow.',
  },
  TOOL_NOT_FOUND: { status: 404, detail: 'There is no such tool' },
  MODEL_UNAVAILABLE: {
    status: 503,
    detail: 'The AI model does not answer at the moment. No credits were charged. Please try again.',
  },
  MODEL_BUSY: {
    status: 503,
    detail: 'The AI model is busy. No credits were charged. Please try again in a moment.',
  },
  MODEL_BROKE_OFF: {
    status: 502,
    detail: 'The AI model broke off its reply. No credits were charged. Please try again.',
  },
} as const;

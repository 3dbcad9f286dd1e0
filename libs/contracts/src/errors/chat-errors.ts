// The errors of chats and the files in them, a part of the one catalogue.

export const CHAT_ERRORS = {
  CHAT_NOT_FOUND: { status: 404, detail: 'Backtest chat not found' },
  CHAT_NAME_REQUIRED: { status: 400, detail: 'Please enter a name for your backtest session' },
  CHAT_NAME_TOO_LONG: { status: 400, detail: 'Name must be 50 characters or less' },
  CHAT_NAME_TOO_SHORT: { status: 400, detail: 'Name must be at least 3 characters long' },
  CHAT_NAME_TAKEN: { status: 409, detail: 'A backtest chat with this name already exists' },
  NAME_REQUIRED: { status: 400, detail: 'Name cannot be empty' },
  NAME_TOO_LONG: { status: 400, detail: 'Name must be 100 characters or less' },
  NAME_INVALID: { status: 400, detail: 'Name cannot contain invisible characters, or be . or ..' },
  STRATEGY_NAME_TAKEN: { status: 409, detail: 'A strategy file with this name already exists' },
  STRATEGY_VERSION_NOT_FOUND: { status: 404, detail: 'This version of the strategy is no longer available' },
  FOLDER_NAME_TAKEN: { status: 409, detail: 'A backtest folder with this name already exists' },
  NOTES_TOO_LONG: { status: 400, detail: 'Notes must be 10,000 characters or less' },
  TOO_MANY_FAVORITES: { status: 409, detail: 'You have reached the limit of {limit} favorites' },
  PRIVATE_CHAT_READ_ONLY: { status: 403, detail: 'Private Chats can be run but not modified' },
  CHAT_IS_DEPLOYED: {
    status: 409,
    detail:
      'This chat has a deployment that may trade. Stop it on the trading page before you delete the chat.',
  },
  TOO_MANY_CHATS: { status: 409, detail: 'You have reached the limit of {limit} backtest chats' },
  STRATEGY_FILE_NOT_FOUND: { status: 404, detail: 'Strategy file not found' },
  STRATEGY_CODE_REQUIRED: { status: 400, detail: 'The strategy has no code' },
  STRATEGY_CODE_TOO_LARGE: { status: 413, detail: 'The strategy is too large (at most 256 KiB)' },
  TOO_MANY_STRATEGY_FILES: { status: 409, detail: 'A backtest chat holds at most {limit} strategy files' },
  TOO_MANY_FILES_OF_USER: {
    status: 409,
    detail: 'You have reached the limit of {limit} strategy files. Please delete some of them.',
  },
  TOO_MANY_RESULTS: {
    status: 409,
    detail: 'You have reached the limit of {limit} results. Please delete some of them.',
  },
  STORAGE_FULL: {
    status: 409,
    detail: 'Your strategies and results use all of your {limit} MB. Please delete some of them.',
  },
  SELECTED_STRATEGY_REQUIRED: { status: 400, detail: 'Please select a strategy file to replace' },
  FOLDER_NOT_FOUND: { status: 404, detail: 'Backtest folder not found' },
  FILE_NOT_FOUND: { status: 404, detail: 'File not found in folder' },
  SHARED_RESULT_NOT_FOUND: {
    status: 404,
    detail: 'This link shows nothing: it has expired, was revoked, or never existed',
  },
  NO_CODE_TO_SHOW: { status: 409, detail: 'The private strategy has no code that can be shown' },
  TOO_MANY_SHARED_LINKS: {
    status: 409,
    detail: 'You have reached the limit of {limit} links. Please revoke some of them.',
  },
  RESULTS_NOT_FOUND: {
    status: 404,
    detail: 'No execution results found. Please execute a strategy first.',
  },
} as const;

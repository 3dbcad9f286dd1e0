// Errors of administration, and of accounts that an operator has locked.

export const ADMIN_ERRORS = {
  ACCOUNT_LOCKED: { status: 403, detail: 'This account is locked. Please contact support.' },
  LAST_ADMIN: { status: 409, detail: 'This is the last admin. Make somebody else an admin first.' },
  OWN_ACCOUNT: { status: 409, detail: 'You cannot do this to your own account' },
  CONFIRMATION_REQUIRED: { status: 403, detail: 'Please confirm this with your {by}' },
  CONFIRMATION_WRONG: { status: 403, detail: 'This {by} is not correct' },
  REASON_REQUIRED: { status: 400, detail: 'Please give a reason' },
  REASON_TOO_LONG: { status: 400, detail: 'The reason is too long (at most 500 characters)' },
  GRANT_AMOUNT_INVALID: {
    status: 400,
    detail: 'Please enter a whole number of credits from 1 to 10,000,000',
  },
  GRANT_NOT_FOUND: { status: 404, detail: 'This account has no such grant' },
  EMAIL_ALREADY_VERIFIED: { status: 409, detail: 'This email address is already verified' },
  USER_NOT_FOUND: { status: 404, detail: 'No such user' },
  ORDER_OUTDATED: { status: 409, detail: 'Its orderer is no admin any more. Order it again.' },
  JOB_CANCELLED: { status: 409, detail: 'It was cancelled' },
  JOB_INTERRUPTED: { status: 409, detail: 'It was interrupted' },
  ACTION_NOT_FOUND: { status: 404, detail: 'No such action' },
  METRICS_RANGE_TOO_LONG: { status: 400, detail: 'By {step}, at most {days} days can be shown' },
  LIST_PLACE_INVALID: { status: 400, detail: 'This page of the list does not exist. Please start again.' },
} as const;

// The errors of credits and payments, a part of the one catalogue.

export const CREDITS_ERRORS = {
  // Credits
  INSUFFICIENT_CREDITS: {
    status: 402,
    detail: 'Insufficient VUT credits. Please top up your account to continue.',
  },
  CREDITS_OWED: {
    status: 402,
    detail:
      'Credits that were taken back, as after the refund of a purchase, are still to be paid back: {owed} VUT. What comes in pays this first; until then nothing that costs credits can be started.',
  },
  RESERVATION_UNKNOWN: { status: 404, detail: 'No such reservation' },
  RESERVATION_SETTLED: { status: 409, detail: 'This reservation is already settled' },
  RESERVATION_EXPIRED: { status: 409, detail: 'This reservation has expired' },
  OPERATION_UNKNOWN: { status: 404, detail: 'No such operation' },
  REFUND_EXCEEDS_CHARGE: { status: 409, detail: 'The amount is more than the charge' },
  ACCOUNT_CLOSED: { status: 409, detail: 'This account is closed' },
  OPERATION_REFUSED: { status: 409, detail: 'This was already refused' },
  CAPTURE_EXCEEDS_RESERVATION: { status: 409, detail: 'The amount is more than the reservation' },

  // Payments
  PAYMENT_AMOUNT_INVALID: {
    status: 400,
    detail: 'The amount must be between 5 and 10,000 USD, with at most two decimals',
  },
  CREDITS_AMOUNT_MISMATCH: {
    status: 400,
    detail: 'The credits do not match the amount: 1 USD buys 1,000 VUT',
  },
  PAYMENTS_UNAVAILABLE: {
    status: 503,
    detail: 'Payments are not available at the moment. Please try again.',
  },
  TOO_MANY_OPEN_PAYMENTS: {
    status: 429,
    detail:
      'You already have {limit} payments waiting. Please complete one of them or wait until it expires.',
  },
  PAYMENT_NOT_FOUND: { status: 404, detail: 'No such payment' },
  PAYMENT_NOTICE_INVALID: { status: 400, detail: 'This is not a payment notice' },
  PAYMENT_SIGNATURE_INVALID: { status: 401, detail: 'The signature of this payment notice is not valid' },
} as const;

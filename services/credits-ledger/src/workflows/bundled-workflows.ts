// All workflows that this service's worker runs, as one entry for the bundler.
export { confirmTransfer } from './confirm-transfer.ts';
export { expireReservations } from './expire-reservations.ts';
export { reconcilePayments } from './reconcile-payments.ts';

// Passes the payment provider's notices on unchanged: the ledger checks the signature over these very bytes.
import { isRefusal, MESSAGES, type Refusal } from '@tradeium/contracts';
import type { Call } from '../calls/call.ts';

/** The provider waits three seconds for an answer, and sends the notice again without one. */
const TIMEOUT_MS = 2_500;
/** Longer than any signature. */
const SIGNATURE_LENGTH_MAX = 1_000;

export const receivePaymentNotice = async ({
  ask,
  request,
  response,
}: Call<'receivePaymentNotice'>): Promise<Refusal | undefined> => {
  const { 'x-nowpayments-sig': header } = request.headers;
  const body: unknown = request.body;
  const notice = {
    body: typeof body === 'string' ? body : '',
    signature: String(header ?? '').slice(0, SIGNATURE_LENGTH_MAX),
  };
  const result = await ask(MESSAGES.receivePaymentNotice, notice, { timeoutMs: TIMEOUT_MS });
  if (isRefusal(result)) return result;
  response.json(result.output);
  return undefined;
};

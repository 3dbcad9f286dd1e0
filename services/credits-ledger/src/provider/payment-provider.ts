// The payment provider, NOWPayments: requests invoices and the status of transfers.
import { OutsideFailure } from '@tradeium/service-kit';
import { z } from 'zod';
import type { ProviderAnswer } from '../domain/payment.ts';
import { centsOf, dollarsOf } from './decimal-cents.ts';
import { providerPaymentId, providerStatus } from './payment-notice.ts';
import { type ProviderReply, sendOnce, sendPatiently } from './provider-request.ts';

export type InvoiceOrder = {
  readonly orderId: string;
  readonly amountUsdCents: number;
  readonly description: string;
  /** The addresses for notices and for the returning buyer. */
  readonly noticeUrl: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
};

/** Each rejects while the provider is down and when its answer is unreadable. */
export type PaymentProvider = {
  /** Requests an invoice, once. */
  createInvoice(order: InvoiceOrder): Promise<{ providerInvoiceId: string; paymentUrl: string }>;
  /** A transfer's state; null when the provider doesn't know it, or we don't know its status. */
  transfer(id: string): Promise<ProviderAnswer | null>;
  /** The newest transfers of an invoice; null without the credentials that the provider requires. */
  transfersOf(providerInvoiceId: string): Promise<ProviderAnswer[] | null>;
};

export type ProviderSettings = {
  /** The address of the API, without a version. */
  readonly url: string;
  readonly apiKey: string;
  readonly credentials: { readonly email: string; readonly password: string } | undefined;
  /** How long an invoice may take (default 7 s), less than a buyer waits. */
  readonly invoiceTimeoutMs?: number;
};

const ASK_TIMEOUT_MS = 3_000;
const INVOICE_TIMEOUT_MS = 7_000;
/** After a provider's silence: queued orders must not each wait for it too. */
const SILENCE_MS = 10_000;
/** A token lives for five minutes. */
const TOKEN_MS = 4 * 60_000;
/** The newest of one invoice; notices named the older ones. */
const TRANSFERS_MAX = 100;

/** Numbers arrive as their source text. */
const invoice = z.object({ id: z.string().min(1).max(64), invoice_url: z.url().max(2_000) });
const decimal = z.string().max(64).nullish();
const transfer = z.object({
  payment_id: providerPaymentId,
  payment_status: z.string().max(64),
  order_id: z.string().max(200).nullish(),
  price_amount: z.string().max(64),
  price_currency: z.string().max(32),
  pay_currency: z.string().max(32).nullish(),
  pay_amount: decimal,
  actually_paid: decimal,
});
const token = z.object({ token: z.string().min(1).max(4_096) });
const transferList = z.object({ data: z.array(z.unknown()) });

/** Null for an unknown status. */
const answerOf = (stated: z.infer<typeof transfer>): ProviderAnswer | null => {
  const { data: status } = providerStatus.safeParse(stated.payment_status);
  if (!status) return null;
  return {
    providerPaymentId: stated.payment_id,
    status,
    orderId: stated.order_id || null,
    priceCurrency: stated.price_currency.toLowerCase(),
    priceCents: centsOf(stated.price_amount),
    payCurrency: stated.pay_currency ?? null,
    payAmount: stated.pay_amount ?? null,
    actuallyPaid: stated.actually_paid ?? null,
  };
};

/** Never quotes the provider's text; the status is enough to find the cause. */
const failed = (what: string, { status }: ProviderReply): Error =>
  new Error(`the payment provider answered ${what} with ${status}`);

const readAs = <Schema extends z.ZodType>(schema: Schema, what: string, reply: ProviderReply) => {
  if (reply.status < 200 || reply.status > 299) throw failed(what, reply);
  const parsed = schema.safeParse(reply.body);
  if (!parsed.success) throw new OutsideFailure(`the payment provider's answer to ${what} cannot be read`);
  return parsed.data;
};

/** Buyers are sent to https only, except where the provider itself uses http: on a developer's machine. */
export const isFitPaymentUrl = (paymentUrl: string, apiUrl: string): boolean => {
  const { protocol } = new URL(paymentUrl);
  return protocol === 'https:' || (protocol === 'http:' && new URL(apiUrl).protocol === 'http:');
};

/** The token for requests that need more than an API key, renewed before it expires or when it is refused. */
const openTokens = ({ url, credentials }: ProviderSettings) => {
  let known: { token: string; untilMs: number } | undefined;
  return {
    get: async (): Promise<string> => {
      if (known && performance.now() < known.untilMs) return known.token;
      const request = { method: 'POST', path: 'v1/auth', headers: {}, timeoutMs: ASK_TIMEOUT_MS } as const;
      const reply = await sendOnce(url, { ...request, body: { ...credentials } });
      known = { ...readAs(token, 'a login', reply), untilMs: performance.now() + TOKEN_MS };
      return known.token;
    },
    forget: () => {
      known = undefined;
    },
  };
};

/** Opens the provider; sends nothing yet. */
export const openPaymentProvider = (settings: ProviderSettings): PaymentProvider => {
  const { apiKey, credentials, invoiceTimeoutMs = INVOICE_TIMEOUT_MS } = settings;
  const url = settings.url.endsWith('/') ? settings.url : `${settings.url}/`;
  const headers = { 'x-api-key': apiKey };
  const tokens = openTokens({ ...settings, url });
  let silentUntilMs = 0;

  const orderInvoice = async (body: object): Promise<ProviderReply> => {
    if (performance.now() < silentUntilMs)
      throw new OutsideFailure('the payment provider did not answer just now');
    const request = { method: 'POST', path: 'v1/invoice', headers, timeoutMs: invoiceTimeoutMs } as const;
    try {
      return await sendOnce(url, { ...request, body });
    } catch (cause) {
      if (cause instanceof Error && cause.name === 'TimeoutError')
        silentUntilMs = performance.now() + SILENCE_MS;
      throw cause;
    }
  };

  const listTransfers = async (invoiceId: string): Promise<ProviderReply> => {
    const query = new URLSearchParams({ invoiceId, limit: String(TRANSFERS_MAX), page: '0' });
    const authorization = `Bearer ${await tokens.get()}`;
    return sendPatiently(url, {
      method: 'GET',
      path: `v1/payment/?${query}`,
      headers: { ...headers, authorization },
      timeoutMs: ASK_TIMEOUT_MS,
    });
  };

  return {
    createInvoice: async (order) => {
      const body = {
        price_amount: Number(dollarsOf(order.amountUsdCents)),
        price_currency: 'usd',
        order_id: order.orderId,
        order_description: order.description,
        ipn_callback_url: order.noticeUrl,
        success_url: order.successUrl,
        cancel_url: order.cancelUrl,
      };
      const created = readAs(invoice, 'an invoice', await orderInvoice(body));
      if (!isFitPaymentUrl(created.invoice_url, url))
        throw new OutsideFailure('the payment provider sends buyers to an unsafe address');
      return { providerInvoiceId: created.id, paymentUrl: created.invoice_url };
    },

    transfer: async (id) => {
      const path = `v1/payment/${encodeURIComponent(id)}`;
      const reply = await sendPatiently(url, { method: 'GET', path, headers, timeoutMs: ASK_TIMEOUT_MS });
      if (reply.status === 400 || reply.status === 404) return null;
      const stated = readAs(transfer, 'a payment', reply);
      if (stated.payment_id !== id)
        throw new OutsideFailure('the payment provider answers for another payment');
      return answerOf(stated);
    },

    transfersOf: async (providerInvoiceId) => {
      if (!credentials) return null;
      let reply = await listTransfers(providerInvoiceId);
      if (reply.status === 401 || reply.status === 403) {
        tokens.forget();
        reply = await listTransfers(providerInvoiceId);
      }
      const { data } = readAs(transferList, 'a list of payments', reply);
      // An unreadable one must not hide the others.
      return data.slice(0, TRANSFERS_MAX).flatMap((listed) => {
        const parsed = transfer.safeParse(listed);
        return (parsed.success && answerOf(parsed.data)) || [];
      });
    },
  };
};

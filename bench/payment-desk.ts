// A payment provider for measurements: makes invoices at once, reports every payment as paid, and signs notices.
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** The stages of a payment, each with a notice. */
const STATUSES = ['waiting', 'confirming', 'confirmed', 'sending', 'finished'] as const;

export type Delivery = { readonly body: string; readonly signature: string };

export type PaymentDesk = {
  /** The settings that make the product use it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Every notice of every invoice so far. */
  deliveries(): Delivery[];
  /** The number of queries about payments. */
  asked(): number;
  close(): void;
};

type Invoice = { readonly id: number; readonly orderId: string; readonly price: number };

const FIRST_ID = 5_000_000_000;

const paymentOf = ({ id, orderId, price }: Invoice, status: string) => ({
  actually_paid: price,
  invoice_id: id,
  order_id: orderId,
  pay_amount: price,
  pay_currency: 'usdttrc20',
  payment_id: id,
  payment_status: status,
  price_amount: price,
  price_currency: 'usd',
});

/** Starts it on a free port. */
export const startPaymentDesk = async (): Promise<PaymentDesk> => {
  const invoices = new Map<number, Invoice>();
  const secret = randomBytes(32).toString('hex');
  let asked = 0;
  const server = createServer(async (request, response) => {
    const answer = (body: object) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.method === 'POST') {
      const order = (await json(request)) as { order_id: string; price_amount: number };
      const id = FIRST_ID + invoices.size;
      invoices.set(id, { id, orderId: order.order_id, price: order.price_amount });
      return answer({ id: String(id), invoice_url: `${url}/payment/?iid=${id}` });
    }
    const id = Number(/^\/v1\/payment\/(\d+)$/.exec(request.url ?? '')?.[1]);
    const invoice = invoices.get(id);
    asked += 1;
    if (invoice) answer(paymentOf(invoice, 'finished'));
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    environment: {
      NOWPAYMENTS_API_URL: url,
      NOWPAYMENTS_API_KEY: 'bench',
      NOWPAYMENTS_IPN_SECRET: secret,
    },
    deliveries: () =>
      [...invoices.values()].flatMap((invoice) =>
        STATUSES.map((status) => {
          // Its keys are in order already.
          const body = JSON.stringify(paymentOf(invoice, status));
          return { body, signature: createHmac('sha512', secret).update(body).digest('hex') };
        }),
      ),
    asked: () => asked,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

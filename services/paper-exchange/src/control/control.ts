// The stand-in's own paths, which no exchange has: play accounts, deposits, the ledger, faults and the clock.
import { z } from 'zod';
import type { AccountStore } from '../accounts/account-store.ts';
import type { Desk } from '../accounts/desk.ts';
import type { Clock } from '../clock.ts';
import { type RequestWeight, WEIGHT_PER_MINUTE_MAX } from '../requests/request-weight.ts';
import { type FaultQueue, faultOrder } from './faults.ts';
import { ledgerOf, type OrderRequests } from './ledger.ts';
import { deposit, depositOrder, openPlayAccount, playAccountOrder } from './play-accounts.ts';

export interface ControlParts {
  readonly store: AccountStore;
  readonly desk: Desk;
  readonly faults: FaultQueue;
  readonly clock: Clock;
  readonly now: () => number;
  readonly requests: OrderRequests;
  readonly weight: RequestWeight;
}

export interface ControlAnswer {
  readonly status: number;
  readonly body: object;
}

type Control = (
  parts: ControlParts,
  request: { readonly query: URLSearchParams; readonly body: unknown },
) => Promise<ControlAnswer> | ControlAnswer;

const clockOrder = z.strictObject({
  now: z.number().min(0).optional(),
  speed: z.number().gt(0).max(1_000_000).optional(),
  advance_ms: z.number().optional(),
});

const ok = (body: object): ControlAnswer => ({ status: 200, body });
const missing: ControlAnswer = { status: 404, body: { error: 'no such account, or not that much in it' } };

const clockAnswer = ({ clock, now }: ControlParts) => ok({ now: now(), speed: clock.speed() });

const showLedger: Control = async ({ store, desk, requests, now }, { query }) => {
  const apiKey = query.get('api_key');
  const accounts = [...store.accounts.values()].filter((one) => apiKey === null || one.apiKey === apiKey);
  for (const account of accounts) await desk.update(account);
  return ok({ now: now(), accounts: accounts.map((account) => ledgerOf(account, requests)) });
};

/** The paths that the stand-in answers besides the exchange's own, by method and path. */
export const CONTROLS: ReadonlyMap<string, Control> = new Map<string, Control>([
  ['GET /ledger', showLedger],
  [
    'POST /play-accounts',
    ({ store, now }, { body }) => {
      const { apiKey, apiSecret } = openPlayAccount(store, playAccountOrder.parse(body), now());
      return { status: 201, body: { api_key: apiKey, api_secret: apiSecret } };
    },
  ],
  [
    'POST /deposits',
    ({ store, now }, { body }) => (deposit(store, depositOrder.parse(body), now()) ? ok({}) : missing),
  ],
  [
    'GET /weight',
    ({ weight }) => ok({ limit_per_minute: WEIGHT_PER_MINUTE_MAX, most_in_a_minute: weight.most() }),
  ],
  ['GET /faults', ({ faults }) => ok({ faults: faults.list() })],
  [
    'POST /faults',
    ({ faults }, { body }) => {
      faults.add(faultOrder.parse(body));
      return ok({ faults: faults.list() });
    },
  ],
  [
    'DELETE /faults',
    ({ faults }) => {
      faults.clear();
      return ok({ faults: [] });
    },
  ],
  ['GET /clock', clockAnswer],
  [
    'POST /clock',
    (parts, { body }) => {
      const { now, speed, advance_ms: advanceMs } = clockOrder.parse(body);
      parts.clock.set({ now, speed, advanceMs });
      return clockAnswer(parts);
    },
  ],
]);

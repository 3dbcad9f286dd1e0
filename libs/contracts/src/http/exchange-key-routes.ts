// Routes of exchange keys: written, shown by their first characters, never read back.
import { z } from 'zod';
import { keyPermissions } from '../events/trading.ts';
import { id, noInput, route } from './route.ts';
import { KEY_PROBLEMS } from './trading-shapes.ts';

const keys = { tag: 'trading', service: 'trading' } as const;
const exchange = z.strictObject({ exchange: id });

const keyText = z
  .string({ error: 'API_KEYS_INCOMPLETE' })
  .trim()
  .min(1, 'API_KEYS_INCOMPLETE')
  .max(500, 'API_KEYS_WRONG')
  .regex(/^[\x21-\x7e]+$/, 'API_KEYS_WRONG');

/** Null is no answer, as a missing field is. */
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);

const connectedKeys = z.object({
  exchange: z.string(),
  key_prefix: z.string(),
  is_testnet: z.boolean(),
  connected_at: z.iso.datetime(),
  permissions: keyPermissions,
  clock_offset_ms: z.number(),
  is_ip_restricted: z.boolean().nullable(),
});
export type ConnectedKeys = z.infer<typeof connectedKeys>;

export const EXCHANGE_KEY_ROUTES = {
  listTradingExchanges: route({
    ...keys,
    method: 'GET',
    path: '/trading/exchanges',
    summary: 'Exchanges that can be traded, and why the others cannot',
    input: noInput,
    output: z.object({
      exchanges: z
        .array(
          z.object({
            id: z.string(),
            name: z.string(),
            is_supported: z.boolean(),
            reason: z.string().nullable(),
          }),
        )
        .max(500),
    }),
  }),
  getApiKeys: route({
    ...keys,
    method: 'GET',
    path: '/api-keys/{exchange}',
    summary: 'Whether exchange keys are stored',
    input: exchange,
    output: connectedKeys,
    errors: ['API_KEYS_NOT_FOUND'],
  }),
  saveApiKeys: route({
    ...keys,
    method: 'POST',
    path: '/api-keys/{exchange}',
    timeoutMs: 30_000,
    limits: ['requests', 'runs'],
    summary: 'Check exchange keys at the exchange and store them sealed',
    input: exchange.extend({
      api_key: keyText,
      api_secret: keyText,
      is_testnet: flag,
      /** Confirmed by the user, for an exchange that does not say whose account the keys belong to. */
      is_same_account: flag,
    }),
    output: connectedKeys,
    errors: [
      'EXCHANGE_UNKNOWN',
      'EXCHANGE_NOT_SUPPORTED',
      'API_KEYS_INCOMPLETE',
      ...KEY_PROBLEMS,
      'API_KEYS_IN_USE',
      'API_KEYS_OF_ANOTHER_ACCOUNT',
      'API_KEYS_ACCOUNT_UNKNOWN',
      'API_KEYS_NEEDED_FOR_ORDER',
      'REBALANCE_IN_PROGRESS',
    ],
  }),
  deleteApiKeys: route({
    ...keys,
    method: 'DELETE',
    path: '/api-keys/{exchange}',
    summary: 'Remove stored exchange keys',
    input: exchange,
    output: z.object({}),
    errors: ['API_KEYS_NOT_FOUND', 'API_KEYS_IN_USE', 'API_KEYS_NEEDED_FOR_ORDER'],
  }),
} as const;

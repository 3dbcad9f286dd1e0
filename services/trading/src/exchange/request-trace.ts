// The data of one call of ccxt, however many of them are under way: its keys, and what happened to its request.
import { AsyncLocalStorage } from 'node:async_hooks';

export type Keys = { readonly apiKey: string; readonly apiSecret: string };

/** An exchange's text, which may repeat the keys of its request. */
export const withoutKeys = (text: string, { apiKey, apiSecret }: Keys): string =>
  [apiKey, apiSecret]
    .filter((key) => key !== '')
    .reduce((rest, key) => rest.replaceAll(key, '[secret]'), text);

export type RequestTrace = {
  readonly keys: Keys | undefined;
  /** An order: sent over its own connection, and never twice. */
  readonly isOrder: boolean;
  /** By `performance.now()`. */
  readonly startedMs: number;
  sends: number;
  wasSent: boolean;
  status: number | undefined;
  body: string | undefined;
};

const traces = new AsyncLocalStorage<RequestTrace>();

export const newTrace = (keys: Keys | undefined, isOrder = false): RequestTrace => ({
  keys,
  isOrder,
  startedMs: performance.now(),
  sends: 0,
  wasSent: false,
  status: undefined,
  body: undefined,
});

export const withTrace = <T>(trace: RequestTrace, call: () => Promise<T>): Promise<T> =>
  traces.run(trace, call);

export const currentTrace = (): RequestTrace | undefined => traces.getStore();

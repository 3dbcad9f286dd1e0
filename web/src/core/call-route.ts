// Calls a route outside of the cache, for calls that take minutes: a pending endpoint holds up every refetch of the tab.
import type { RouteName } from '@tradeium/contracts';
import { baseQuery } from './base-query.ts';
import { type Answer, type Input, requestOf } from './endpoints.ts';
import { type Changes, refetchOnce } from './refetch.ts';
import type { AppDispatch, RootState } from './store.ts';

type CallOptions<Name extends RouteName> = {
  readonly timeoutMs: number;
  readonly idempotencyKey: string;
  /** The data that the call changes on the server. */
  readonly changes: Changes<Input<Name>>;
};

/** Resolves to the answer; throws the failure. */
export const callRoute =
  <Name extends RouteName>(name: Name, input: Input<Name>, { changes, ...options }: CallOptions<Name>) =>
  async (dispatch: AppDispatch, getState: () => RootState): Promise<Answer<Name>> => {
    const call = async () => {
      const { signal, abort } = new AbortController();
      const context = { signal, abort, dispatch, getState, extra: undefined, endpoint: name };
      const { data, error } = await baseQuery(
        { ...requestOf(name, input), ...options },
        { ...context, type: 'mutation' },
        {},
      );
      if (error) throw error;
      return data as Answer<Name>;
    };
    const answer = call();
    void refetchOnce(changes)(input, { dispatch, getState, queryFulfilled: answer });
    return answer;
  };

// The shape of an endpoint that needs an account's signature, and its inputs.
import type { Exchange } from '../endpoint.ts';
import type { Parameters } from '../parameters.ts';
import type { Account, Permissions } from './account.ts';
import type { Desk, Twists } from './desk.ts';

export interface SignedContext {
  readonly parameters: Parameters;
  readonly exchange: Exchange;
  readonly account: Account;
  /** What its keys may do now. */
  readonly permissions: Permissions;
  readonly desk: Desk;
  readonly twists: Twists;
  /** Whether it keeps to itself whose account it is. */
  readonly hidesUid: boolean;
}

export interface SignedEndpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  weight(query: URLSearchParams): number;
  /** What the keys must be allowed to. */
  readonly right: 'read' | 'trade' | undefined;
  /** Whether it counts as a new order. */
  readonly isNewOrder?: boolean;
  /** The body of the answer; throws an ApiError to refuse. */
  answer(context: SignedContext): unknown;
}

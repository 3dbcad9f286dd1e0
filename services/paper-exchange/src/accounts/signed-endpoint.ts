// The shape of an endpoint that needs an account's signature, and its inputs.
import type { Exchange } from '../requests/endpoint.ts';
import type { Parameters } from '../requests/parameters.ts';
import type { Account, Permissions } from './account.ts';
import type { Desk, Twists } from './desk.ts';

export interface SignedContext {
  readonly parameters: Parameters;
  readonly exchange: Exchange;
  readonly account: Account;
  /** The rights that its keys have now. */
  readonly permissions: Permissions;
  readonly desk: Desk;
  readonly twists: Twists;
  /** True if it keeps to itself whose account it is. */
  readonly hidesUid: boolean;
}

export interface SignedEndpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  weight(query: URLSearchParams): number;
  /** The right that the keys must have. */
  readonly right: 'read' | 'trade' | undefined;
  /** True if it counts as a new order. */
  readonly isNewOrder?: boolean;
  /** The body of the answer; throws an ApiError to refuse. */
  answer(context: SignedContext): unknown;
}

// The commands of an account, and the facts that answer them.
import type { AccountEvent, MoneyFact } from '@tradeium/contracts';
import type { DataOf } from './account-state.ts';

/** The caller names an operation: the same id with the same content is the same operation. */
type Operation<Content> = { readonly accountId: string; readonly operationId: string } & Readonly<Content>;

export type AccountCommand =
  /** Credits without a source are given away. */
  | ({ readonly type: 'GrantCredits' } & Operation<
      Pick<DataOf<'CreditsGranted'>, 'amount' | 'reason'> & Partial<Pick<DataOf<'CreditsGranted'>, 'source'>>
    >)
  | ({ readonly type: 'ReserveCredits' } & Operation<
      Pick<DataOf<'CreditsReserved'>, 'amount' | 'purpose' | 'expiresAt'>
    >)
  | ({ readonly type: 'CaptureCredits' } & Operation<Pick<DataOf<'CreditsCaptured'>, 'amount'>>)
  | ({ readonly type: 'ReleaseCredits' } & Operation<Pick<DataOf<'CreditsReleased'>, 'reason'>>)
  | ({ readonly type: 'RefundCredits' } & Operation<
      Pick<DataOf<'CreditsRefunded'>, 'refundOf' | 'amount' | 'reason'>
    >)
  | ({ readonly type: 'ReverseGrant' } & Operation<Pick<DataOf<'GrantReversed'>, 'grant' | 'reason'>>)
  | { readonly type: 'ExpireReservations'; readonly accountId: string }
  | { readonly type: 'CloseAccount'; readonly accountId: string };

export type CommandOf<Type extends AccountCommand['type']> = Extract<AccountCommand, { type: Type }>;

export type OtherFact = Exclude<AccountEvent, { data: { entries: unknown } }>;

/** An event before its entries and the balance after it are added. */
export type AccountFact = MoneyFact | OtherFact;

// The rights of access tokens, in the words of the product.
import type { AccessScope } from '@tradeium/contracts';

export const SCOPE_WORDS: Readonly<Record<AccessScope, { readonly label: string; readonly text: string }>> = {
  read: { label: 'Read', text: 'See your chats, strategies and results, and look up coins.' },
  edit: { label: 'Edit', text: 'Save strategies in your chats. Earlier versions are kept.' },
  run: { label: 'Run', text: 'Check code and run backtests. Backtests cost your credits.' },
};

// Lists the ledger entries of an account, newest first.
import { messageOf, refuse } from '@tradeium/contracts';
import { answer, type Handler, handler } from '@tradeium/service-kit';
import { ledgerLineOutput } from '../../projections/ledger-lines.ts';
import { readPage } from '../../projections/list-page.ts';
import type { Dependencies } from '../dependencies.ts';

export const getUserLedger = ({ models }: Pick<Dependencies, 'models'>): Handler =>
  handler(messageOf('getUserLedger'), async ({ id: userId, limit, cursor }) => {
    const order = { field: 'sequence', direction: 'desc' } as const;
    const page = await readPage(models.ledgerLines, { userId }, order, { limit, offset: 0, cursor });
    if (page === null) return refuse('LIST_PLACE_INVALID');
    return answer({ items: page.items.map(ledgerLineOutput), next_cursor: page.nextCursor });
  });

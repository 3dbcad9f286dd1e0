// Lists live trading by user: names and interval of the newest active deployment, the value of all active ones.
import { type AdminTrader, messageOf } from '@tradeium/contracts';
import type { Stored } from '@tradeium/event-store';
import { type Handler, userHandler } from '@tradeium/service-kit';
import { chatNamesOf } from '../../projections/chats.ts';
import { personsOf } from '../../projections/people.ts';
import { userIdsFor } from '../../projections/people-search.ts';
import type { TraderDocument } from '../../projections/traders.ts';
import type { Dependencies } from '../dependencies.ts';
import { listAnswer } from './list-answer.ts';

const FIELD_OF = {
  last_rebalance_at: 'lastRebalanceAt',
  total_portfolio_value: 'valueUsdt',
  total_return_percent: 'returnPercent',
} as const;

const newestOf = ({ newestActive, deployments }: TraderDocument) =>
  newestActive === null ? undefined : deployments[newestActive];

const rowsOf = async (
  { people, chats }: Pick<Dependencies['models'], 'people' | 'chats'>,
  traders: readonly Stored<TraderDocument>[],
): Promise<AdminTrader[]> => {
  const chatIds = traders.flatMap((trader) => newestOf(trader)?.chatId ?? []);
  const [persons, names] = await Promise.all([
    personsOf(
      people,
      traders.map(({ _id }) => _id),
    ),
    chatNamesOf(chats, chatIds),
  ]);
  return traders.map((trader) => {
    const { username = '', email = '' } = persons.get(trader._id) ?? {};
    const newest = newestOf(trader);
    return {
      user_id: trader._id,
      username,
      email,
      has_api_keys: trader.exchanges.length > 0,
      exchange_name: trader.exchange,
      has_active_deployment: trader.hasActive,
      strategy_chat_name: (newest && names.get(newest.chatId)) ?? null,
      strategy_backtest_name: newest?.displayName || null,
      auto_rebalance_enabled: newest?.isAuto ?? false,
      rebalance_interval_hours: newest?.intervalHours ?? null,
      last_rebalance_at: trader.lastRebalanceAt,
      total_portfolio_value: trader.valueUsdt,
      total_return_percent: trader.returnPercent,
      positions_count: trader.positions,
      valued_at: trader.valuedAt,
      active_deployments: trader.active,
      mode: trader.mode,
    };
  });
};

export const listTrading = ({ models }: Pick<Dependencies, 'models'>): Handler =>
  userHandler(messageOf('listTrading'), async ({ search, active, sort, direction, ...page }) => {
    const found = search ? await userIdsFor(models.people, search) : undefined;
    return listAnswer({
      model: models.traders,
      filter: {
        // By id first: some servers use the index of the first condition.
        ...(found && { _id: { $in: found } }),
        isUser: true,
        ...(active !== undefined && { hasActive: active === 'true' }),
      },
      field: FIELD_OF[sort ?? 'last_rebalance_at'],
      direction: direction ?? 'desc',
      page,
      rowsOf: (traders) => rowsOf(models, traders),
    });
  });

// Executes a command on a trader, for requests and reactions alike.
import type { Refusal, TraderEvent } from '@tradeium/contracts';
import type { Aggregates, CommandIds } from '@tradeium/event-store';
import type { Written } from '@tradeium/service-kit';
import { decideTrader, type Trader, type TraderCommand } from '../domain/trader.ts';

export type Traders = Aggregates<Trader, TraderEvent>;

export type TraderChange = {
  readonly trader: Trader;
  readonly events: readonly TraderEvent[];
  readonly written: Written;
};

/** Decides and appends; repeating the command id changes nothing and answers the same. */
export const changeTrader = async (
  { traders }: { readonly traders: Traders },
  userId: string,
  command: TraderCommand,
  { commandId, correlationId, causationId }: Omit<CommandIds, 'userId'>,
  /** The request, where the command also holds what differs with every attempt. */
  asked: object = command,
): Promise<TraderChange | Refusal> => {
  const outcome = await traders.execute(
    userId,
    { commandId, input: asked, userId, correlationId, causationId },
    (trader) => decideTrader(command, trader),
  );
  if (!outcome.ok) return outcome.refusal;
  return {
    trader: outcome.state,
    events: outcome.events,
    written: { context: 'trading', sequence: outcome.sequence },
  };
};

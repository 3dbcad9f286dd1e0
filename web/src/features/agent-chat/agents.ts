// The two agents: what they are called, what they do, and ideas to begin with.
import type { Agent } from '@tradeium/contracts';

type AgentWords = {
  readonly title: string;
  readonly does: string;
  readonly placeholder: string;
  /** Questions that a user may ask, to be pressed. */
  readonly ideas: readonly string[];
};

export const AGENT_WORDS: Readonly<Record<Agent, AgentWords>> = {
  strategy: {
    title: 'Strategy Agent',
    does: 'turns your idea into Python code and runs it on real candles before it answers',
    placeholder: 'Describe a trading idea',
    ideas: [
      'Hold the top 3 coins by 30-day momentum and rebalance weekly',
      'Buy coins whose RSI falls below 30 and sell them above 70',
      'Weight all coins by risk parity, rebalanced monthly',
      'Donchian breakout over 55 days with a stop at 10 %',
    ],
  },
  discovery: {
    title: 'Discovery Agent',
    does: 'suggests trading ideas from the returns, volatility and correlation of the coins',
    placeholder: 'Ask for trading ideas',
    ideas: [
      'Which coins had the best return for their risk in the last year?',
      'Suggest three ideas for a market that goes sideways',
      'Which coins move least like BTC?',
    ],
  },
};

// The accounts in the screenshots: one with strategies, results, notes and a purchase, a new one, and an operator.
import { randomUUID } from 'node:crypto';
import { type ExecuteResponse, NO_MANDATE, type RouteInput } from '@tradeium/contracts';
import { until } from '@tradeium/testing/until';
import { type ApiUrls, openClient, PASSWORD, type RegisteredUser, registerUser } from '../api-client.ts';
import { endOfRun } from '../backtest-story.ts';
import { checkout } from '../checkout.ts';
import { registerOperator } from '../operators.ts';

export type ExampleAccount = {
  readonly user: RegisteredUser;
  readonly newcomer: RegisteredUser;
  /** An admin, who has already acted on both. */
  readonly operator: RegisteredUser;
  /** The token of a link to a result of `user`. */
  readonly sharedToken: string;
  /** Chats of `user`: with a result, with a mistake in its strategy, and the private one. */
  readonly chats: {
    readonly momentum: string;
    readonly mistake: string;
    readonly private: string;
    readonly studied: string;
  };
  /** Studies of the chat `studied`: of parameters, with windows, and of rebalance policies. */
  readonly study: string;
  /** A search of the same chat. */
  readonly search: string;
  readonly policies: string;
};

const MOMENTUM = `"""Momentum rotation
Each week, holds the three strongest coins of the last 30 bars, in equal parts.
"""
from tradeium_strategy import rank_top, rate_of_change, rebalance_every

LOOKBACK = 30  # bars


def strategy(candles, settings):
    momentum = rate_of_change(candles.close, LOOKBACK)
    weights = rank_top(momentum.where(momentum > 0), 3)
    print(f"{len(candles.close)} bars of {len(candles.close.columns)} coins")
    return rebalance_every(weights, candles, "weekly")
`;

const MISTAKE = `def strategy(candles, settings):
    weights = candles.close * 0
    return weights / nothing
`;

const STUDIED = `PARAMETERS = {
    "lookback": {"default": 30, "min": 10, "max": 60, "step": 10},
    "held": {"default": 3, "min": 1, "max": 4, "step": 1},
    "rhythm": {"default": "weekly", "choices": ["daily", "weekly"]},
}


def strategy(candles, settings):
    from tradeium_strategy import rank_top, rate_of_change, rebalance_every

    parameters = settings.parameters
    momentum = rate_of_change(candles.close, parameters["lookback"])
    weights = rank_top(momentum.where(momentum > 0), parameters["held"])
    return weights if parameters["rhythm"] == "daily" else rebalance_every(weights, candles, "weekly")
`;

/** A second result to compare with. */
const HALF_FEES = { fees: 0.0005 };

const RUN_TIMEOUT_MS = 120_000;
const PORTFOLIO = ['USDT', 'BTC', 'ETH', 'XRP', 'BNB', 'SOL'];

const SETTINGS = {
  portfolio: PORTFOLIO,
  fees: 0.001,
  start_date: '2021-01-01',
  end_date: '2024-12-31',
  timeframe: '24h',
  focused_strategy: 'strategy_0',
} as const;

const run = async (user: RegisteredUser, chatId: string, strategy: object): Promise<void> => {
  const input = { ...SETTINGS, backtest_id: chatId, run_id: randomUUID(), ...strategy };
  const { body } = await endOfRun(user, input, RUN_TIMEOUT_MS);
  if (!(body as ExecuteResponse).success) throw new Error(`a run failed: ${JSON.stringify(body)}`);
};

/** Deploys the newest result of a chat with play money, and lets it buy. */
const deployOnPaper = async (user: RegisteredUser, chatId: string): Promise<void> => {
  const { files } = await user.get('listFiles', { id: chatId });
  await user.get('saveDeployment', {
    backtest_session_id: chatId,
    backtest_folder_name: files.find(({ type }) => type === 'backtest_folder')?.filename ?? '',
    mode: 'paper',
    paper_capital_usdt: 10_000,
    mandate: { ...NO_MANDATE, drawdown_stop_percent: 25 },
  });
  await user.get('rebalanceNow', { id: chatId });
};

type StudyInput = RouteInput<'startStudy'>;
type Planned = Pick<StudyInput, 'parameters' | 'settings' | 'walk_forward'> &
  Partial<Pick<StudyInput, 'method' | 'goal' | 'points'>>;

/** A study of the chat's only file, once it has ended. */
const studied = async (user: RegisteredUser, chatId: string, plan: Planned): Promise<string> => {
  const { study_id } = await user.get('startStudy', {
    ...SETTINGS,
    backtest_id: chatId,
    method: 'grid',
    ...plan,
  });
  const ended = async () => (await user.get('readStudy', { study_id })).status === 'completed' || undefined;
  await until('the end of the study', ended, { timeoutMs: RUN_TIMEOUT_MS });
  return study_id;
};

/** One purchase that is paid, and one that is not. */
const buy = async (user: RegisteredUser): Promise<void> => {
  const paid = await user.get('createInvoice', { amount_usd: 25, credits_amount: 25_000 });
  await checkout(paid.payment_url, 'pay');
  await user.get('createInvoice', { amount_usd: 10, credits_amount: 10_000 });
};

/** An operator's day: something of every kind that the audit has to show. */
const operate = async (
  operator: RegisteredUser,
  user: RegisteredUser,
  newcomer: RegisteredUser,
): Promise<void> => {
  const confirmed = { reason: 'Reported a lost laptop', password: PASSWORD };
  await operator.get('grantCreditsToUser', {
    id: user.userId,
    user_id: user.userId,
    amount: 500,
    description: 'For the run that was slow',
  });
  await operator.get('endUserSessions', { id: newcomer.userId, reason: 'Reported a lost laptop' });
  await operator.get('lockUser', { id: newcomer.userId, ...confirmed });
  await operator.get('unlockUser', { id: newcomer.userId, ...confirmed });
};

/** Makes all accounts through the API. */
export const makeExampleAccount = async (urls: ApiUrls & { nats: string }): Promise<ExampleAccount> => {
  const newcomer = await registerUser(urls);
  const user = await registerUser(urls);
  await user.get('updateProfile', { username: 'ada_lovelace' });
  await user.get('getFirstChat', {});
  const momentum = await user.get('createChat', { name: 'Momentum, six coins' });
  const mistake = await user.get('createChat', { name: 'Mean reversion, draft' });
  await user.get('applyStrategy', { id: mistake.id, strategy_code: MISTAKE });
  for (const code of [MOMENTUM.replace('30  # bars', '20  # bars'), MOMENTUM]) {
    const isFirst = code !== MOMENTUM;
    if (isFirst) await user.get('applyStrategy', { id: momentum.id, strategy_code: code });
    else
      await user.get('replaceStrategy', {
        id: momentum.id,
        strategy_code: code,
        selected_item: 'strategy-python-0',
      });
  }
  await run(user, momentum.id, HALF_FEES);
  await run(user, momentum.id, {});
  const privateChat = (await user.get('listChats', {})).find(({ settings }) => settings.tradeium_private);
  if (!privateChat) throw new Error('there is no private chat');
  await run(user, privateChat.id, {
    focused_strategy: 'TrendBot 2.0',
    private_strategy_id: 'trendbot_2_0',
  });
  const { files } = await user.get('listFiles', { id: momentum.id });
  for (const { type, filename } of files) {
    const item_type = type === 'strategy' ? 'strategy' : 'backtest_result';
    await user.get('addFavorite', { item_type, item_id: filename, backtest_id: momentum.id });
    if (type === 'backtest_folder')
      await user.get('saveNotes', {
        id: momentum.id,
        folderName: filename,
        notes: 'Holds up in 2022. Next: try a lookback of 60 bars, and fees of 0.2 %.',
      });
  }
  const shared = files.find(({ type }) => type === 'backtest_folder');
  const share = { backtest_id: momentum.id, run_id: shared?.run_id ?? '', show_code: true };
  const { token: sharedToken } = await user.get('shareResult', share);
  await deployOnPaper(user, momentum.id);
  await buy(user);
  const lab = await user.get('createChat', { name: 'Parameters of momentum' });
  await user.get('applyStrategy', { id: lab.id, strategy_code: STUDIED });
  const study = await studied(user, lab.id, {
    parameters: {
      lookback: { min: 10, max: 60, step: 10 },
      held: { min: 1, max: 4, step: 1 },
      rhythm: { values: ['daily', 'weekly'] },
    },
    walk_forward: { kind: 'rolling', train_bars: 365, test_bars: 120, metric: 'sharpe_ratio' },
  });
  const search = await studied(user, lab.id, {
    method: 'optimise',
    goal: 'sharpe_ratio',
    points: 60,
    parameters: { lookback: { min: 10, max: 60, step: 1 }, held: { min: 1, max: 4, step: 1 } },
  });
  const policies = await studied(user, lab.id, {
    parameters: {},
    settings: {
      rebalance_every: { values: ['bar', 'weekly', 'monthly'] },
      drift_band_percent: { values: [0, 1, 2, 5, 10] },
      drift_band_to: { values: ['target', 'edge'] },
    },
  });
  const failing = { ...SETTINGS, backtest_id: mistake.id, run_id: randomUUID() };
  await endOfRun(user, failing, RUN_TIMEOUT_MS);
  await openClient(urls).get('register', { email: 'grace.hopper@example.com', password: PASSWORD });
  const operator = await registerOperator(urls, 'admin');
  await operate(operator, user, newcomer);
  return {
    user,
    newcomer,
    operator,
    sharedToken,
    chats: { momentum: momentum.id, mistake: mistake.id, private: privateChat.id, studied: lab.id },
    study,
    search,
    policies,
  };
};

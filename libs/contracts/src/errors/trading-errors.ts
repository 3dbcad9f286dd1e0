// The errors of exchange keys and live trading, a part of the one catalogue.

export const TRADING_ERRORS = {
  // Exchange keys
  EXCHANGE_UNKNOWN: { status: 404, detail: 'No such exchange' },
  EXCHANGE_NOT_SUPPORTED: { status: 400, detail: 'This exchange cannot be traded here: {reason}' },
  API_KEYS_NOT_FOUND: { status: 404, detail: 'No API keys are stored for this exchange' },
  API_KEYS_REQUIRED: {
    status: 400,
    detail: 'API Keys Required: Connect your exchange API keys to view positions and start trading.',
  },
  API_KEYS_INCOMPLETE: { status: 400, detail: 'Both API key and secret are required' },
  API_KEYS_WRONG: { status: 400, detail: 'The exchange does not accept these API keys' },
  API_KEYS_CANNOT_READ: { status: 400, detail: 'These API keys may not read the account' },
  API_KEYS_CANNOT_TRADE: {
    status: 400,
    detail: 'These API keys may not trade. Allow spot trading for them at the exchange.',
  },
  API_KEYS_CAN_WITHDRAW: {
    status: 400,
    detail: 'These API keys may withdraw money. Please create keys that may only read and trade.',
  },
  API_KEYS_IN_USE: {
    status: 409,
    detail: 'A live deployment trades with these API keys. Stop it before you remove them.',
  },
  API_KEYS_OF_ANOTHER_ACCOUNT: {
    status: 409,
    detail:
      'These API keys belong to another exchange account than the one that your live deployment trades. Use keys of that account, or stop the deployment first.',
  },
  API_KEYS_ACCOUNT_UNKNOWN: {
    status: 409,
    detail:
      'The exchange does not say whose account these API keys belong to. Confirm that it is the account that your live deployment trades.',
  },
  API_KEYS_NEEDED_FOR_ORDER: {
    status: 409,
    detail:
      'Whether the exchange executed order {order} is not known yet. It is looked up every hour with these API keys. Until then they can only be replaced by keys of the same account.',
  },
  EXCHANGE_CLOCK_DIFFERS: {
    status: 503,
    detail: 'The clocks of this server and of the exchange differ too much. Please try again later.',
  },
  EXCHANGE_REFUSED: { status: 409, detail: 'The exchange refuses this: {cause}' },
  EXCHANGE_UNAVAILABLE: {
    status: 503,
    detail: 'The exchange does not answer at the moment. Please try again.',
  },

  // Live trading
  DEPLOYMENT_NOT_FOUND: { status: 404, detail: 'This backtest chat has no deployment' },
  PAPER_CAPITAL_INVALID: {
    status: 400,
    detail: 'Play money must be between 10 and 10,000,000 USDT, with two decimals at most',
  },
  MANDATE_INVALID: {
    status: 400,
    detail:
      'Amounts must be between 0.01 and 1,000,000,000,000 USDT, the drawdown stop between 0.01 and 100 %, and the end in the future',
  },
  MANDATE_COINS_INVALID: {
    status: 400,
    detail: 'Limits must name at least one coin, each once, and only coins that can be traded',
  },
  RESULT_RUNNING: { status: 409, detail: 'This backtest is still running' },
  RESULT_FAILED: { status: 409, detail: 'This backtest failed, so there is nothing to deploy' },
  RESULT_ON_MADE_UP_CANDLES: {
    status: 409,
    detail: 'This result cannot be deployed: some of the tested candles are made up.',
  },
  RESULT_HAS_CRITICAL_FINDING: {
    status: 409,
    detail: 'This result cannot be deployed because of a critical finding: {finding}',
  },
  LIVE_DEPLOYMENT_ACTIVE: {
    status: 409,
    detail:
      'Another strategy trades live on this exchange. Stop it first. Strategies trade one account together only if each has a share of it.',
  },
  SHARE_INVALID: {
    status: 400,
    detail:
      'A share of a live account is an amount from 10 USDT or a percentage from 0.01 to 100, each with two decimals at most',
  },
  SHARE_NOT_FREE: {
    status: 409,
    detail:
      'Only {free} USDT of the account is free for a share. The rest is in coins, in open orders or managed by other deployments.',
  },
  SHARE_TOO_SMALL: {
    status: 409,
    detail: 'This share would be {usdt} USDT, and the smallest is {least} USDT: {free} USDT are free',
  },
  SHARE_PERCENT_TAKEN: {
    status: 409,
    detail: 'Your other deployments have {taken} % of the account, so a share can be {left} % at most',
  },
  ACCOUNT_BUSY: {
    status: 409,
    detail: 'An order of another deployment is under way in this account. Please try again in a moment.',
  },
  TOO_MANY_PAPER_DEPLOYMENTS: {
    status: 409,
    detail: 'You have reached the limit of {limit} deployments on paper. Stop one of them first.',
  },
  TOO_MANY_DEPLOYMENTS: {
    status: 409,
    detail:
      'You have {limit} deployments, the most there can be. Stop one that you no longer need, and delete its chat.',
  },
  DEPLOYMENT_PAUSED: { status: 409, detail: 'This deployment is paused: {reason}' },
  DEPLOYMENT_STOPPED: { status: 409, detail: 'This deployment is stopped' },
  DEPLOYMENT_ENDED: { status: 409, detail: 'This deployment has ended' },
  AUTO_REBALANCE_OFF: { status: 409, detail: 'Auto-rebalance is off' },
  REBALANCE_IN_PROGRESS: { status: 409, detail: 'A rebalance of this deployment is under way' },
  REBALANCE_FAILED: {
    status: 500,
    detail: 'The rebalance could not be finished. Nothing was charged unless the exchange accepted an order.',
  },
  SELL_COINS_INVALID: { status: 400, detail: 'Only coins of this deployment can be sold: not {coins}' },
  STRATEGY_FAILED: { status: 409, detail: 'The strategy failed: {problem}' },
  NO_TARGET_WEIGHTS: {
    status: 409,
    detail: 'The strategy has made no decision yet, so there is nothing to trade',
  },
  TRADING_HALTED: { status: 503, detail: 'Trading is halted on this server at the moment' },
  PRICE_UNKNOWN: {
    status: 409,
    detail:
      'The exchange has no price of {coin}, which the account holds, and none is known from before. Nothing was sent and nothing is charged.',
  },
  ORDER_OUTCOME_UNKNOWN: {
    status: 409,
    detail: 'the exchange did not confirm whether order {order} was executed',
  },
  ORDERS_REFUSED: {
    status: 409,
    detail: 'The exchange accepted none of the orders. Each one shows its reason.',
  },
  ACCOUNT_UNEXPLAINED: { status: 409, detail: 'the account differs from our orders: {problem}' },
  DRAWDOWN_STOP: { status: 409, detail: 'the value fell {percent} % below its highest' },
  SELL_OVERTAKEN: {
    status: 409,
    detail: 'Trading was resumed before the sell of the drawdown stop began, so nothing was sold',
  },
  DRAWDOWN_STOP_REACHED: {
    status: 409,
    detail:
      'The drawdown is already {drawdown} %, so a drawdown stop at {stop} % would stop trading at once. Choose a higher one.',
  },
  MANDATE_EXPIRED: { status: 409, detail: 'The last day in the limits of this deployment is over' },
  MANDATE_ORDER_TOO_LARGE: {
    status: 409,
    detail: 'An order of {coin} for up to {notional} USDT is larger than your limits allow ({limit} USDT)',
  },
  MANDATE_TURNOVER: {
    status: 409,
    detail: 'The orders of today would exceed the turnover that your limits allow ({limit} USDT)',
  },
  WEBHOOK_ADDRESS_INVALID: { status: 400, detail: 'This address cannot be used: {reason}' },
  WEBHOOK_MISSING: { status: 409, detail: 'There is no webhook address yet' },
  NOTICES_OFF: { status: 409, detail: 'Notices are off: switch mail on or name a webhook address first' },
  TOO_MANY_NOTICES: { status: 429, detail: 'There were too many notices today. Please try again tomorrow.' },
  MANDATE_COIN: { status: 409, detail: 'Your limits do not allow buying {coin}' },
} as const;

// The terms of use: what the product is, what it is not, and what holds for credits.
import { FREE_TIER_MONTHLY_VUT, VUT_PER_USD, WELCOME_CREDITS_VUT } from '@tradeium/contracts';
import { wholeNumber } from '../../lib/format.ts';
import type { LegalText } from './legal-text.ts';
import { OPERATOR, stated } from './operator.ts';

export const TERMS: LegalText = {
  title: 'Terms',
  summary:
    'Tradeium computes how trading strategies would have done on past prices. It is a tool, not advice: what you do with a result is your decision and your risk.',
  sections: [
    {
      title: 'The parties',
      paragraphs: [
        `You use a server on which ${OPERATOR.name ?? 'its operator (not named here yet)'} offers the open-source software Tradeium. By signing up you agree to these terms. You have to be of age where you live, and may not use the service where the law forbids it to you.`,
      ],
    },
    {
      title: 'No investment advice',
      paragraphs: [
        'A backtest shows what a strategy would have done on past prices under the assumptions that stand beside the result: fees, order of trades, quality of the data. Past performance does not guarantee future results. Real trading also meets slippage, outages and prices that nobody expected, and you may lose all that you put in.',
        'Nothing on this site is a recommendation to buy, sell or hold anything. The built-in strategy is an example like any other.',
      ],
    },
    {
      title: 'Your account',
      paragraphs: [
        'Give an e-mail address that is yours, keep your password to yourself, and tell the operator if somebody else got hold of your account. One person, one account: the credits to start with are meant once for each.',
      ],
    },
    {
      title: 'Your strategies',
      paragraphs: [
        'What you write stays yours. You allow the service to store it and to run it for you, and for nothing else. You are responsible for your code: it may not attack the service or others, and not try to leave its sandbox. Code that does is stopped, and the account may be closed.',
      ],
    },
    {
      title: 'Credits',
      paragraphs: [
        'Computing is paid with credits, called VUT. They are no currency and no investment: they cannot be paid out, sold or passed on to others.',
      ],
      list: [
        [
          'Price',
          `1 US dollar buys ${wholeNumber(VUT_PER_USD)} VUT. The prices of all services stand on the credits page.`,
        ],
        [
          'Free credits',
          `${wholeNumber(WELCOME_CREDITS_VUT)} VUT when your address is verified. A free account that holds less than ${wholeNumber(FREE_TIER_MONTHLY_VUT)} VUT at the beginning of its month is filled up to that.`,
        ],
        [
          'What is charged',
          'Before a run, the most that it can cost is set aside; afterwards only what it used is charged. Runs that fail or are cancelled cost nothing.',
        ],
        [
          'Purchases',
          'You pay in a crypto currency on the page of the payment provider NOWPayments. Credits are added when the provider confirms the full amount. A payment that is short is not credited by itself: pay the rest, or write to the operator.',
        ],
        [
          'Refunds',
          `Credits that you bought and have not used: ${OPERATOR.refunds ?? 'the operator has not stated yet whether and until when they are refunded.'} What the law grants you stays as it is. Credits of an account that you delete are lost.`,
        ],
      ],
    },
    {
      title: 'Availability and liability',
      paragraphs: [
        'The service is offered with care but without a promise that it is always there or free of faults. Prices of past candles come from an exchange and may have gaps; the result says so where it is known.',
        'The software is provided as it is under its open-source licence. For intent and gross negligence, for harm to life and health, and wherever the law knows no exception, the operator is liable without limit. Beyond that, liability for losses of trading and for lost profit is excluded as far as the law allows.',
      ],
    },
    {
      title: 'Ending it',
      paragraphs: [
        'You can delete your account at any time in your profile. The operator may close an account that breaks these terms, and may end the service with notice by e-mail; credits that were bought and are unused are then refunded.',
      ],
    },
    {
      title: 'Changes, law and contact',
      paragraphs: [
        'Changes of these terms are announced by e-mail before they hold. If you do not agree, you can delete your account until then.',
      ],
      list: [
        ['Notice before changes or an end', stated(OPERATOR.notice)],
        ['Law', stated(OPERATOR.law)],
        ['Contact', stated(OPERATOR.email)],
      ],
    },
  ],
};

// The terms of use: what the product is, what it is not, and what holds for credits.
import { FREE_TIER_MONTHLY_VUT, VUT_PER_USD, WELCOME_CREDITS_VUT } from '@tradeium/contracts';
import { wholeNumber } from '../../lib/format.ts';
import type { LegalText } from './legal-text.ts';
import { OPERATOR, stated } from './operator.ts';

export const TERMS: LegalText = {
  title: 'Terms',
  summary:
    'Tradeium computes how trading strategies would have performed on past prices. It is a tool, not advice: what you do with a result is your own decision, at your own risk.',
  sections: [
    {
      title: 'The parties',
      paragraphs: [
        `You use a server on which ${OPERATOR.name ?? 'its operator (not named here yet)'} offers the open-source software Tradeium. By signing up you agree to these terms. You must be of legal age where you live, and may not use the service where the law forbids it.`,
      ],
    },
    {
      title: 'No investment advice',
      paragraphs: [
        'A backtest shows what a strategy would have done on past prices, under the assumptions stated with the result: fees, order of trades, quality of the data. Past performance does not guarantee future results. Real trading also meets slippage, outages and unexpected prices, and you may lose everything you put in.',
        'Nothing on this site is a recommendation to buy, sell or hold anything. The built-in strategy is just an example.',
      ],
    },
    {
      title: 'Your account',
      paragraphs: [
        'Use your own email address, keep your password to yourself, and tell the operator if somebody else gains access to your account. One person, one account: the starting credits are given once per person.',
      ],
    },
    {
      title: 'Your strategies',
      paragraphs: [
        'What you write stays yours. You allow the service to store it and run it for you, and nothing else. You are responsible for your code: it must not attack the service or others, or try to leave its sandbox. Code that does is stopped, and the account may be closed.',
      ],
    },
    {
      title: 'Credits',
      paragraphs: [
        'You pay for computing with credits, called VUT. They are neither a currency nor an investment: they cannot be paid out, sold or passed on.',
      ],
      list: [
        [
          'Price',
          `1 US dollar buys ${wholeNumber(VUT_PER_USD)} VUT. The credits page lists the prices of all services.`,
        ],
        [
          'Free credits',
          `${wholeNumber(WELCOME_CREDITS_VUT)} VUT for your first account, when its address is verified. A free account that holds less than ${wholeNumber(FREE_TIER_MONTHLY_VUT)} VUT at the beginning of its month is topped up to that.`,
        ],
        [
          'What is charged',
          'Before a run, the most it can cost is set aside; afterwards you are charged only what it used. Runs that fail or are cancelled cost nothing.',
        ],
        [
          'Purchases',
          'You pay in a cryptocurrency on the page of the payment provider NOWPayments. Credits are added when the provider confirms the full amount. A partial payment adds no credits: pay the rest, or write to the operator.',
        ],
        [
          'Refunds',
          `Unused credits that you bought: ${OPERATOR.refunds ?? 'the operator has not stated yet whether and until when they are refunded.'} Your statutory rights are unaffected. If you delete your account, its credits are lost.`,
        ],
      ],
    },
    {
      title: 'Availability and liability',
      paragraphs: [
        'The service is offered with care, but without any promise that it is always available or free of faults. Past prices come from an exchange and may have gaps; results say so where we know of them.',
        'The software is provided as is, under its open-source licence. The operator is liable without limit for intent and gross negligence, for harm to life and health, and wherever the law allows no exception. Beyond that, liability for trading losses and lost profit is excluded as far as the law allows.',
      ],
    },
    {
      title: 'Ending it',
      paragraphs: [
        'You can delete your account at any time in your profile. The operator may close an account that breaks these terms, and may end the service with notice by email; unused credits that you bought are then refunded.',
      ],
    },
    {
      title: 'Changes, law and contact',
      paragraphs: [
        'Changes to these terms are announced by email before they take effect. If you do not agree, you can delete your account before then.',
      ],
      list: [
        ['Notice before changes or termination', stated(OPERATOR.notice)],
        ['Law', stated(OPERATOR.law)],
        ['Contact', stated(OPERATOR.email)],
      ],
    },
  ],
};

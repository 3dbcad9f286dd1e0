// The privacy policy: which data is kept, why, for how long, and who else receives it.
import type { LegalText } from './legal-text.ts';
import { OPERATOR, stated } from './operator.ts';

export const PRIVACY: LegalText = {
  title: 'Privacy Policy',
  summary:
    'Tradeium keeps what it needs to run your account and your backtests, and nothing for advertising. Your email address and username are stored encrypted. In your profile you can export or delete all your data.',
  sections: [
    {
      title: 'Who is responsible',
      paragraphs: [
        'Tradeium is open-source software. The operator of this server is responsible for your data:',
      ],
      list: [
        ['Operator', stated(OPERATOR.name)],
        ['Address', stated(OPERATOR.postalAddress)],
        ['Email', stated(OPERATOR.email)],
        ['Servers', stated(OPERATOR.hosting)],
      ],
    },
    {
      title: 'What we keep, and why',
      paragraphs: [
        'We need all of it to provide the service you signed up for, unless another reason is given.',
      ],
      list: [
        [
          'Email address and username',
          'To sign you in and to write to you about your account. Both are encrypted with a key that belongs to your account alone. To find an account by its address, we keep a keyed hash, from which the address cannot be computed.',
        ],
        [
          'That your mailbox was welcomed',
          'A keyed hash of your mailbox, from which the address cannot be computed. It stays when you delete your account, so that the welcome credits are given once (legitimate interest).',
        ],
        [
          'Two-factor authentication',
          'If you turn it on: the secret that your app has too, encrypted with the key of your account, and hashes of your recovery codes.',
        ],
        ['Password', 'Never the password itself: only an argon2id hash of it, encrypted with the same key.'],
        [
          'Sessions',
          'When you signed in, when you were last active, and the name of your browser and system, so that you can recognise your devices in your profile and sign them out. A session ends after 7 days without use, and after 30 days at the latest.',
        ],
        [
          'Links in our mails',
          'For links that verify your address or reset your password, we keep only a hash. They work once and expire.',
        ],
        [
          'Chats, strategies, settings and results',
          'Your work. Your code runs in a sandbox without a network and is shown to nobody else.',
        ],
        [
          'Credits and payments',
          'Every change of your balance and, for each purchase, its amount, status, payment currency and the payment provider’s number for it. Most countries require complete books by law. We never see your wallet’s keys.',
        ],
        [
          'Failed and successful logins',
          'For one day, how often a login failed for a name or from a network address, and how often an address of your mailbox was registered. For 90 days, the network addresses you signed in from, so that a stranger’s guesses cannot lock you out of places you use. We keep names and addresses only as keyed hashes. This protects you and us (legitimate interest).',
        ],
        [
          'Logs',
          `Which requests the server received, when, and with what outcome, to find faults and abuse (legitimate interest). Logs contain no passwords and no strategies. Kept for: ${stated(OPERATOR.logsKept)}.`,
        ],
      ],
    },
    {
      title: 'What we do not do',
      paragraphs: [
        'We do not sell data, show advertising, build profiles of you, or load anything from other servers into your browser. No decision about you is fully automated, except for limiting login attempts.',
      ],
    },
    {
      title: 'Who else receives data',
      paragraphs: ['Only parties without whom the service would not work, and only what they need:'],
      list: [
        [
          'Payment provider (NOWPayments)',
          'When you buy credits: the amount, and an order number that does not identify you. You pay on the provider’s own page, under its own privacy policy.',
        ],
        [
          'Email',
          `Your address and our mails to you pass through ${OPERATOR.mailProvider ?? 'the mail provider of the operator (not stated yet)'}.`,
        ],
        ['Exchange', 'Prices for backtests come from a crypto exchange. We send it nothing about you.'],
      ],
    },
    {
      title: 'For how long',
      paragraphs: [
        'As long as your account exists. When you delete it, we destroy the key that encrypts your personal data, which makes every copy of it unreadable, and erase your chats, strategies and results. Credit bookings remain under a random number that identifies nobody, so that the books still add up. The operator’s backups expire in time.',
      ],
    },
    {
      title: 'Your rights',
      paragraphs: [
        'In your profile you can read and correct your data, download all of it as a JSON file (Export my data), see and end your sessions, and delete your account (Delete account), without our help.',
        'Depending on where you live, the law also lets you object to a use of your data, have it restricted, and complain to a data protection authority. Write to the operator named above, who will answer within a month.',
      ],
    },
  ],
};

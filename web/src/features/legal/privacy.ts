// The privacy policy: which data is kept, why, for how long, and who else receives it.
import type { LegalText } from './legal-text.ts';
import { OPERATOR, stated } from './operator.ts';

export const PRIVACY: LegalText = {
  title: 'Privacy Policy',
  summary:
    'Tradeium keeps what it needs to run your account and your backtests, and nothing for advertising. Your e-mail address and username are stored encrypted. You can take all your data with you, or delete them, in your profile.',
  sections: [
    {
      title: 'Who is responsible',
      paragraphs: [
        'Tradeium is open-source software. Responsible for your data is whoever operates this server:',
      ],
      list: [
        ['Operator', stated(OPERATOR.name)],
        ['Address', stated(OPERATOR.postalAddress)],
        ['E-mail', stated(OPERATOR.email)],
        ['Servers', stated(OPERATOR.hosting)],
      ],
    },
    {
      title: 'What we keep, and why',
      paragraphs: [
        'All of it is needed to give you what you signed up for, unless another reason stands beside it.',
      ],
      list: [
        [
          'E-mail address and username',
          'To sign you in and to write to you about your account. Both are sealed with a key that belongs to your account alone. To find an account by its address, we keep a keyed hash from which the address cannot be computed.',
        ],
        ['Password', 'Never itself: only an argon2id hash of it, which is sealed with the same key.'],
        [
          'Sessions',
          'When you signed in, when you were last active, and the name of your browser and system, so that you recognise your devices in your profile and can sign them out. A session ends after 7 days without use and after 30 days at the latest.',
        ],
        [
          'Links that we mail',
          'Of the links to verify your address or to choose a new password we keep a hash. They work once and expire.',
        ],
        [
          'Chats, strategies, settings and results',
          'Your work. Your code is run for you, in a sandbox without network; it is shown to nobody else.',
        ],
        [
          'Credits and payments',
          'Every change of your balance, and of each purchase its amount, its state, the currency that it was paid in and the number under which the payment provider knows it. Books have to be kept whole, by law in most places. We never see your wallet’s keys.',
        ],
        [
          'Failed and successful logins',
          'How often somebody failed to sign in with a name, or from a network address, for a day; and the network addresses from which you did sign in, for 90 days, so that a stranger who guesses cannot lock you out where you have been before. Names and addresses are kept as keyed hashes only. This protects you and us (legitimate interest).',
        ],
        [
          'Logs',
          `What was asked of the server, when, and with what outcome, to find faults and abuse (legitimate interest). They hold no passwords and no strategies. Kept for: ${stated(OPERATOR.logsKept)}.`,
        ],
      ],
    },
    {
      title: 'What we do not do',
      paragraphs: [
        'We do not sell data, show advertising, build profiles of you, or load anything from the servers of others into your browser. No decision about you is left to a machine alone, apart from stopping too many attempts to sign in.',
      ],
    },
    {
      title: 'Who else receives data',
      paragraphs: ['Only those without whom it would not work, and only what they need:'],
      list: [
        [
          'Payment provider (NOWPayments)',
          'When you buy credits: the amount and an order number that says nothing of who you are. You pay on the provider’s own page, under its own privacy policy.',
        ],
        [
          'E-mail',
          `Your address and our mails to you pass through ${OPERATOR.mailProvider ?? 'the mail provider of the operator (not stated yet)'}.`,
        ],
        [
          'Exchange',
          'Prices for backtests are fetched from a crypto exchange. Nothing about you is sent along.',
        ],
      ],
    },
    {
      title: 'For how long',
      paragraphs: [
        'As long as your account exists. When you delete it, the key that seals your personal data is destroyed, and with it every copy of them becomes unreadable; your chats, strategies and results are erased. What remains are bookings of credits under a random number that leads to nobody, so that the books still add up. Backups of the operator lose what is in them with their own age.',
      ],
    },
    {
      title: 'Your rights',
      paragraphs: [
        'In your profile you can read and correct your data, download all of them as a JSON file (Export my data), see and end your sessions, and delete your account (Delete account). None of it needs our help.',
        'Depending on where you live, the law also lets you object to a use of your data, have it restricted, and complain to a data protection authority. Write to the operator named above; your message will be answered within a month.',
      ],
    },
  ],
};

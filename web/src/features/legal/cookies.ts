// The cookie policy: the few cookies, and what the browser keeps for itself.
import type { LegalText } from './legal-text.ts';

export const COOKIES: LegalText = {
  title: 'Cookie Policy',
  summary:
    'The few cookies are there to sign you in and to show you what you just changed. There is no tracking, no analytics and no third-party content, so no banner asks for your consent.',
  sections: [
    {
      title: 'The cookie of your session',
      paragraphs: ['It is set when you sign in, and every page of your account needs it.'],
      list: [
        [
          'Name',
          'tradeium_session (with the prefix __Host- where the site is reached by https, as all of them)',
        ],
        ['Content', 'A signed token that identifies your session. It contains nothing about what you do.'],
        ['Life', 'Until you log out, but at most 30 days; it expires after 7 days without use.'],
        ['Protection', 'Scripts cannot read it, and other sites cannot use it to change anything.'],
      ],
    },
    {
      title: 'The cookie of your registration',
      paragraphs: [
        'It is set when you register, so that the link of our mail signs you in without your password in this browser, and in no other.',
      ],
      list: [
        ['Name', 'tradeium_registration'],
        [
          'Content',
          'A sealed text that nobody but this server can read. It names neither you nor your address.',
        ],
        ['Life', 'Until somebody signs in or logs out in this browser, but at most 24 hours.'],
        ['Protection', 'As that of your session. Without the link of the mail it opens nothing.'],
      ],
    },
    {
      title: 'The cookies of what you just changed',
      paragraphs: ['They are set with a change, so that the next page shows it.'],
      list: [
        ['Name', 'tradeium_after_ and the kind of change'],
        ['Content', 'A running number of that change.'],
        ['Life', 'One minute.'],
      ],
    },
    {
      title: 'What your browser remembers',
      paragraphs: [
        'Some choices are kept in your browser’s storage. They stay on your device, are not sent to us, and disappear when you clear this site’s data.',
      ],
      list: [
        ['Colour scheme', 'Dark or light, until you clear it.'],
        ['Layout', 'Panel sizes, the simplified layout, and what is expanded, until you clear it.'],
        ['Notices', 'When you last opened their list, to mark the new ones, until you clear it.'],
        ['Settings of the next backtest', 'Portfolio, interval and fees, until you clear it.'],
        [
          'Unsaved code and the current run',
          'So that a reload loses nothing. Kept for this tab only, until you close it or log out.',
        ],
      ],
    },
    {
      title: 'Third parties',
      paragraphs: [
        'None: fonts, scripts and images all come from this server. When you buy credits, the payment provider NOWPayments opens in its own tab; its own policy covers what it stores there.',
      ],
    },
  ],
};

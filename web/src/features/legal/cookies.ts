// The cookie policy: the one cookie, and what the browser keeps for itself.
import type { LegalText } from './legal-text.ts';

export const COOKIES: LegalText = {
  title: 'Cookie Policy',
  summary:
    'There is one cookie, and it does nothing but keep you signed in. There is no tracking, no analytics and nothing of third parties; that is why no banner asks for your consent.',
  sections: [
    {
      title: 'The cookie',
      paragraphs: ['It is set when you sign in and is needed for every page that is yours.'],
      list: [
        ['Name', 'tradeium_session (with the prefix __Host- where the site is reached by https)'],
        ['Content', 'A signed token that names your session. It says nothing about what you do.'],
        ['Life', 'Until you log out, at most 30 days; without use it ends after 7 days.'],
        [
          'Protection',
          'Scripts cannot read it, and the pages of other sites cannot use it to change anything.',
        ],
      ],
    },
    {
      title: 'What your browser remembers',
      paragraphs: [
        'Some choices are kept in the storage of your browser. They stay on your machine, are never sent to us as such, and go when you clear the data of this site.',
      ],
      list: [
        ['Colour scheme', 'Dark or light, until you clear it.'],
        [
          'Layout',
          'The sizes of the panels, the simplified layout, and what is unfolded, until you clear it.',
        ],
        ['Settings of the next backtest', 'Portfolio, interval and fees, until you clear it.'],
        [
          'Unsaved code and the run that is on its way',
          'So that a reload loses nothing. Only for this tab; forgotten when you log out or close it.',
        ],
      ],
    },
    {
      title: 'Third parties',
      paragraphs: [
        'None: type faces, scripts and images all come from this server. When you buy credits, the page of the payment provider NOWPayments opens in a tab of its own; what is stored there is in that site’s policy.',
      ],
    },
  ],
};

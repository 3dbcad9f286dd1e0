// The first thing that a visitor sees: the claim, the way in, and a real result.
import { COINS, TIMEFRAMES, VUT_PER_USD, WELCOME_CREDITS_VUT } from '@tradeium/contracts';
import { wholeNumber } from '../../lib/format.ts';
import classes from './hero.module.css';
import { WaysIn } from './link-button.tsx';
import narrowDark from './pictures/result-narrow-dark-430.avif';
import narrowDarkFine from './pictures/result-narrow-dark-860.avif';
import narrowLight from './pictures/result-narrow-light-430.avif';
import narrowLightFine from './pictures/result-narrow-light-860.avif';
import wideDark from './pictures/result-wide-dark-1280.avif';
import wideDarkFine from './pictures/result-wide-dark-2560.avif';
import wideLight from './pictures/result-wide-light-1280.avif';
import wideLightFine from './pictures/result-wide-light-2560.avif';

const PICTURES = {
  dark: {
    wide: `${wideDark} 1280w, ${wideDarkFine} 2560w`,
    narrow: `${narrowDark} 430w, ${narrowDarkFine} 860w`,
    fallback: wideDark,
  },
  light: {
    wide: `${wideLight} 1280w, ${wideLightFine} 2560w`,
    narrow: `${narrowLight} 430w, ${narrowLightFine} 860w`,
    fallback: wideLight,
  },
} as const;

const ALT =
  'The workspace. On the left, the Strategy Agent answers “Hold the top 3 coins by 30-day momentum and rebalance weekly” with Python code that it has checked and run. Next to it a result: total return +3,271.00 %, yearly +109.07 %, largest drawdown −55.80 %, Sharpe ratio 1.49, 703.59 % ahead of holding BTC; checked for look-ahead, costs and data; and its equity from 2021 to 2025 next to BTC and all five coins held.';

/** Lazy, as the browser then fetches only the one of the two that is shown. */
const Picture = ({ scheme }: { scheme: keyof typeof PICTURES }) => (
  <picture className={classes.picture} data-scheme={scheme}>
    <source
      media="(max-width: 40em)"
      srcSet={PICTURES[scheme].narrow}
      sizes="calc(100vw - 2.5rem)"
      width={430}
      height={900}
    />
    <img
      src={PICTURES[scheme].fallback}
      srcSet={PICTURES[scheme].wide}
      sizes="(min-width: 84em) 77rem, 94vw"
      width={1280}
      height={890}
      alt={ALT}
      loading="lazy"
      decoding="async"
    />
  </picture>
);

const FACTS = [
  [wholeNumber(COINS.length), 'coins against USDT, every hour since 2020'],
  [wholeNumber(TIMEFRAMES.length), 'intervals, from one hour to one week'],
  ['Every run', 'is repeated without its future'],
  ['10⁻⁹', 'is how closely the engine matches an independent reference'],
] as const;

/** The claim is the page's one first-level heading. */
export const Hero = () => (
  <div className={classes.hero}>
    <div className={classes.words}>
      <p className={classes.kind}>Crypto strategies in Python</p>
      <h1>Know what your trading idea is worth before it costs you money.</h1>
      <p className={classes.lead}>
        Describe it to an agent or write it in Python. It runs over years of real candles, with fees on every
        order, and is tested for look-ahead. A result that cannot be trusted says so first.
      </p>
      <div className={classes.ways}>
        <WaysIn size="large" />
      </div>
      <p className={classes.note}>
        {wholeNumber(WELCOME_CREDITS_VUT)} VUT to start with, worth ${WELCOME_CREDITS_VUT / VUT_PER_USD}. No
        card, no subscription.
      </p>
    </div>
    <figure className={classes.result}>
      <Picture scheme="dark" />
      <Picture scheme="light" />
      <figcaption>
        A real result: five coins, daily candles, 2021 to 2025. They were chosen with hindsight, so holding
        them did well, too. Past performance does not guarantee future results.
      </figcaption>
    </figure>
    <ul className={classes.facts}>
      {FACTS.map(([figure, text]) => (
        <li key={text}>
          <strong>{figure}</strong> {text}
        </li>
      ))}
    </ul>
  </div>
);

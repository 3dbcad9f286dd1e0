// The picture beside the claim: a strategy and the kind of curve that it becomes.
import classes from './landing-picture.module.css';

type Word = readonly [text: string, kind?: 'keyword' | 'name' | 'comment' | 'number'];

const CODE: readonly (readonly Word[])[] = [
  [['def', 'keyword'], [' '], ['strategy', 'name'], ['(candles, settings):']],
  [['    momentum = candles.close.pct_change('], ['30', 'number'], [')']],
  [['    held = (momentum > '], ['0', 'number'], [').astype('], ['float', 'name'], [')']],
  [['    '], ['# target weights: the rest stays in USDT', 'comment']],
  [
    ['    '],
    ['return', 'keyword'],
    [' held.div(held.sum(axis='],
    ['1', 'number'],
    [').clip(lower='],
    ['1', 'number'],
    ['), axis='],
    ['0', 'number'],
    [')'],
  ],
];

const CURVE =
  'M0 112 L18 108 30 114 46 97 60 101 78 84 92 90 110 72 126 79 140 66 156 74 172 88 188 81 204 62 220 68 238 49 252 57 268 40 286 47 300 33 318 44 334 29 352 35 368 20 384 26 400 12';

/** Decoration: it shows no result of anything. */
export const LandingPicture = () => (
  <div className={classes.picture} aria-hidden="true">
    <div className={classes.card}>
      <div className={classes.tab}>momentum.py</div>
      <pre className={classes.code}>
        {CODE.map((words) => (
          <div key={words.map(([text]) => text).join('')}>
            {words.map(([text, kind]) => (
              <span key={text} data-kind={kind}>
                {text}
              </span>
            ))}
          </div>
        ))}
      </pre>
    </div>
    <div className={classes.card} data-below>
      <div className={classes.tab}>Equity and drawdown</div>
      <svg aria-hidden="true" viewBox="0 0 400 150" className={classes.chart} preserveAspectRatio="none">
        {[30, 60, 90].map((y) => (
          <line key={y} x1="0" x2="400" y1={y} y2={y} className={classes.grid} />
        ))}
        <path d={`${CURVE} L400 120 0 120 Z`} className={classes.area} />
        <path d={CURVE} className={classes.line} />
        <path
          d="M0 126 L30 129 46 126 60 128 92 130 110 126 140 126 172 141 188 137 204 126 238 126 252 131 286 128 318 132 334 126 400 126 400 125 0 125 Z"
          className={classes.loss}
        />
      </svg>
    </div>
  </div>
);

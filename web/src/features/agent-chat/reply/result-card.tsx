// A backtest that the agent has run: its key figures, a small curve, and what was verified.
import { Button } from '@mantine/core';
import { IconAdjustments, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { FIXED_PORTFOLIO, QUOTE_CURRENCY, type ReplyResult } from '@tradeium/contracts';
import { useContext } from 'react';
import { counted, dayRange, ratio, shortDate } from '../../../lib/format.ts';
import { unbroken } from '../../../lib/result-facts.ts';
import { annualisedWords } from '../../../lib/returns/annualised.ts';
import { heldOf, returnWords } from '../../../lib/returns/held-return.ts';
import { settingWords } from '../../../lib/setting-differences.ts';
import { FigureList, performanceFigures } from '../../../ui/figures/figure-list.tsx';
import { CURVE_HEIGHT, CURVE_WIDTH, curvePoints } from './curve.ts';
import { KeepResult } from './keep-result.tsx';
import { ChatPortfolioContext, PortfolioOffer } from './portfolio-offer.tsx';
import classes from './result-card.module.css';

const DAY_MS = 86_400_000;
const LOUD: readonly string[] = ['critical', 'warning'];

/** BTC is in every portfolio, so it is the only coin of one that has a single one. */
const heldBy = ({ figures, settings }: Pick<ReplyResult, 'figures' | 'settings'>) =>
  heldOf(settings?.portfolio ?? (figures.coins === 1 ? FIXED_PORTFOLIO : []), figures.benchmark_return);

const KeyFigures = ({ figures, settings }: Pick<ReplyResult, 'figures' | 'settings'>) => {
  const { total_return: totalReturn, sharpe, max_drawdown: maxDrawdown, turnover } = figures;
  return (
    <FigureList
      className={classes.figures}
      figures={[
        ...performanceFigures({ totalReturn, held: heldBy({ figures, settings }), sharpe, maxDrawdown }),
        { name: 'Turnover a year', value: ratio(turnover) },
      ]}
    />
  );
};

/** The run's facts, as its tool reports them: verified is what ran, and was tested for look-ahead without finding any. */
const Verified = ({ figures, findings, look_ahead_dates }: ReplyResult) => {
  const isVerified = look_ahead_dates > 0 && findings.every(({ severity }) => severity !== 'critical');
  const Icon = isVerified ? IconCircleCheck : IconAlertTriangle;
  return (
    <p className={classes.verified} data-bad={!isVerified || undefined}>
      <Icon size={15} aria-hidden />
      <span>
        {isVerified ? 'Verified: ran on ' : 'Not verified: ran on '}
        {counted(figures.bars, 'bar', 'bars')} of {counted(figures.coins, 'coin', 'coins')},{' '}
        {dayRange(figures.from, figures.to)};{' '}
        {look_ahead_dates > 0
          ? `no look-ahead at ${counted(look_ahead_dates, 'date', 'dates')}.`
          : 'look-ahead is not ruled out.'}
      </span>
    </p>
  );
};

const CoinsOf = ({ settings }: Pick<ReplyResult, 'settings'>) => {
  const coins = settings?.portfolio.filter((entry) => entry !== QUOTE_CURRENCY) ?? [];
  return coins.length === 0 ? null : <p className={classes.settings}>Coins: {coins.join(', ')}</p>;
};

/** On what it ran besides coins and days: a conversation has cards of several settings. */
const RanWith = ({ settings, figures }: Pick<ReplyResult, 'settings' | 'figures'>) => {
  const words = settings ? settingWords(settings, ['portfolio', 'range']) : [];
  const to = Date.parse(figures.to) + DAY_MS;
  const annual = figures.sharpe === null ? null : annualisedWords({ from: Date.parse(figures.from), to });
  const said = [...words, ...(annual === null ? [] : [`Sharpe ${annual}`])];
  return said.length === 0 ? null : <p className={classes.settings}>{unbroken(said.join(' · '))}</p>;
};

/** An idea that chooses among coins has not been tried on one. */
const OneCoin = () => {
  const { openSettings } = useContext(ChatPortfolioContext) ?? {};
  return (
    <div className={classes.hint}>
      <p>It ran on 1 coin. If it is to choose among several, add them in Backtest Settings and send again.</p>
      {openSettings ? (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconAdjustments size={14} aria-hidden />}
          onClick={openSettings}
        >
          Open Backtest Settings
        </Button>
      ) : null}
    </div>
  );
};

const CODE_NOT_HELD =
  'It cannot be kept from here, because the reply does not contain all of its code. Save the code and run it.';

type ResultCardProps = {
  readonly result: ReplyResult;
  /** Which of several it is, such as 'Backtest 2 of 2'; null when it is the only one. */
  readonly name: string | null;
  /** The reply that it is of, once that has ended: until then it is not paid for, and not kept. */
  readonly endedReply?: string | null;
  /** The part of the idea that its code does not do, as the reply says. */
  readonly leftOut?: string | null;
};

export const ResultCard = ({ result, name, endedReply = null, leftOut = null }: ResultCardProps) => {
  const { id, settings, figures, curve, findings } = result;
  const loud = findings.filter(({ severity }) => LOUD.includes(severity));
  return (
    <section className={classes.card} aria-label="Backtest result">
      {name === null ? null : <p className={classes.name}>{name}</p>}
      <KeyFigures {...result} />
      {curve.length > 1 ? (
        <svg
          role="img"
          aria-label={`Value of the portfolio from ${shortDate(figures.from)} to ${shortDate(figures.to)}: ${returnWords(figures.total_return, heldBy(result))}`}
          viewBox={`0 -2 ${CURVE_WIDTH} ${CURVE_HEIGHT + 4}`}
          preserveAspectRatio="none"
          className={classes.curve}
        >
          <polyline points={curvePoints(curve)} />
        </svg>
      ) : null}
      <Verified {...result} />
      {leftOut === null ? null : (
        <p className={classes.leftOut}>
          <b>Left out:</b> {leftOut}
        </p>
      )}
      <CoinsOf settings={settings} />
      <RanWith settings={settings} figures={figures} />
      {settings ? <PortfolioOffer coins={settings.portfolio} of="this backtest" /> : null}
      {figures.coins === 1 ? <OneCoin /> : null}
      {loud.length > 0 ? (
        <ul className={classes.findings}>
          {loud.map(({ severity, title }) => (
            <li key={title} data-severity={severity}>
              <b>{severity === 'critical' ? 'Critical' : 'Warning'}:</b> {title}
            </li>
          ))}
        </ul>
      ) : null}
      {endedReply === null ? null : settings ? (
        <KeepResult replyId={endedReply} resultId={id} />
      ) : (
        <div className={classes.hint}>
          <p>{CODE_NOT_HELD}</p>
        </div>
      )}
    </section>
  );
};

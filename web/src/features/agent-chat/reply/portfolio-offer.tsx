// Offers the coins of an idea or a backtest, which stand above it, next to the portfolio that the user has set.
import { Button } from '@mantine/core';
import { portfolioOf, QUOTE_CURRENCY } from '@tradeium/contracts';
import { createContext, useContext } from 'react';
import classes from './reply.module.css';

export type ChatPortfolio = {
  /** As the user has set it. */
  readonly portfolio: readonly string[];
  readonly use: (coins: readonly string[]) => void;
  /** Shows the settings of the next backtest. */
  readonly openSettings: () => void;
};

/** A context, so that the text around an offer is not drawn again when the portfolio changes. */
export const ChatPortfolioContext = createContext<ChatPortfolio | null>(null);

const coinsIn = (portfolio: readonly string[]): string[] =>
  portfolio.filter((entry) => entry !== QUOTE_CURRENCY);

type PortfolioOfferProps = {
  readonly coins: readonly string[];
  /** Whose coins they are, for who hears the button alone. */
  readonly of: string;
};

export const PortfolioOffer = ({ coins, of }: PortfolioOfferProps) => {
  const chat = useContext(ChatPortfolioContext);
  if (!chat || coins.length === 0) return null;
  const own = coinsIn(chat.portfolio);
  const offered = coinsIn(portfolioOf(coins));
  if (offered.length === own.length && offered.every((coin) => own.includes(coin))) return null;
  // As many as stand above it.
  const listed = coinsIn(coins);
  const missing = offered.filter((coin) => !listed.includes(coin));
  const these = listed.length === 1 ? 'this coin' : `these ${listed.length} coins`;
  const use = ['Use', these, ...missing.map((coin) => `and ${coin}`)].join(' ');
  return (
    <div className={classes.offer}>
      <p>
        Your portfolio: {own.join(', ')}
        {missing.length === 0 ? null : `. Every portfolio has ${missing.join(', ')}.`}
      </p>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`${use} of ${of}`}
        onClick={() => chat.use(offered)}
      >
        {use}
      </Button>
    </div>
  );
};

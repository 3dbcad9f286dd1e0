// What traders ask before they sign up.
import { COINS, VUT_PER_USD } from '@tradeium/contracts';
import type { ReactNode } from 'react';
import { wholeNumber } from '../../lib/format.ts';
import classes from './questions.module.css';
import { Section } from './section.tsx';

type Question = { question: string; answer: ReactNode };

const QUESTIONS: readonly Question[] = [
  {
    question: 'Are my money and my exchange keys safe?',
    answer:
      'Tradeium holds neither. A backtest needs no exchange account, and nothing asks you for a key. When live trading comes, it will work with keys that may trade and may not withdraw.',
  },
  {
    question: 'What is a VUT?',
    answer: `The credit that runs are paid with: ${wholeNumber(VUT_PER_USD)} VUT are one US dollar. It is no coin, it cannot be traded, and its price does not move. What a run can cost at most is shown before it starts.`,
  },
  {
    question: 'Do I need to know Python?',
    answer:
      'A little: a strategy can be three lines, the template runs as it stands, and indicators and weights come ready-made. TrendBot 2.0, a dual-momentum strategy, runs without any code. Agents that write Python for you are on their way.',
  },
  {
    question: 'Who sees my strategies?',
    answer:
      'You. They are kept in your account, run in a sandbox without network, and are shown to nobody else. You can take everything with you as one file, and delete your account with what is in it.',
  },
  {
    question: 'Does a good backtest mean that I will make money?',
    answer:
      'No. It says what would have happened, at the prices of then and with the fees that you set. Tradeium tells you when a result cannot even say that: when it looks ahead, trades too much, hangs on one coin or is too short to judge.',
  },
  {
    question: 'Where do the prices come from?',
    answer: `From Binance’s public market data: ${COINS.length} coins against USDT, by the hour since 2020, and earlier candles for averages to warm up. Where the exchange was down, the gap is marked and counted.`,
  },
];

/** Folded answers that open without a script. */
export const Questions = () => (
  <Section id="questions" lead="Short answers. The long ones are in the terms and the privacy policy.">
    <div className={classes.questions}>
      {QUESTIONS.map(({ question, answer }) => (
        <details key={question} name="question" className={classes.question}>
          <summary>
            <h3>{question}</h3>
          </summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  </Section>
);

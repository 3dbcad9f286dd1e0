// The questions of traders before they sign up.
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
      'Your money never leaves your exchange account. Backtests and play money need no keys at all. For live trading you connect API keys that may read and trade; keys that may withdraw are refused. They are stored encrypted, are never shown again, and can be removed at any time.',
  },
  {
    question: 'What is a VUT?',
    answer: `The credit that pays for runs: ${wholeNumber(VUT_PER_USD)} VUT cost one US dollar. It is not a coin, it cannot be traded, and its price does not move. You see the most a run can cost before you start it.`,
  },
  {
    question: 'Do I need to know Python?',
    answer:
      'A little. A strategy can be three lines long, the template works as it is, and indicators and weights come ready-made. TrendBot 2.0, a dual-momentum strategy, runs without any code. The Strategy Agent writes the Python from your words, and runs it before it answers.',
  },
  {
    question: 'Who sees my strategies?',
    answer:
      'Only you. They stay in your account, run in a sandbox without a network, and are shown to nobody else; what you tell an agent goes to the language model that answers. You can download everything as one file, and delete your account with everything in it.',
  },
  {
    question: 'Does a good backtest mean that I will make money?',
    answer:
      'No. It shows what would have happened at past prices with the fees you set. Tradeium warns you when a result cannot even show that: when it looks ahead, trades too much, depends on one coin or is too short to judge.',
  },
  {
    question: 'Where do the prices come from?',
    answer: `From Binance’s public market data: ${COINS.length} coins against USDT, hourly since 2020, with earlier candles for warm-up. When the exchange was down, the gap is marked and counted.`,
  },
];

/** Folded answers that open without a script. */
export const Questions = () => (
  <Section id="questions" lead="Short answers. The terms and the privacy policy have the long ones.">
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

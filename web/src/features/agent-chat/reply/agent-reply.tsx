// A reply of an agent: its steps, text and results as they arrive, how it ended, and what it cost.
import { Button, Loader } from '@mantine/core';
import { IconArrowRight, IconRefresh } from '@tabler/icons-react';
import { memo, useMemo } from 'react';
import { amount, counted, credits, dateTime } from '../../../lib/format.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { AGENT_WORDS } from '../agents.ts';
import { tenthsUp } from '../estimate.ts';
import { type Idea, ideasOf } from '../ideas.ts';
import { Markdown } from '../markdown/markdown.tsx';
import type { Reply, Usage } from '../message.ts';
import { ENDINGS } from '../words.ts';
import { drawCode, RanOnContext } from './code-block.tsx';
import { leftOutOf } from './left-out.ts';
import { PortfolioOffer } from './portfolio-offer.tsx';
import classes from './reply.module.css';
import { ResultCard } from './result-card.tsx';
import { Steps } from './steps.tsx';

const isWriting = ({ status }: Reply): boolean => status === 'sending' || status === 'streaming';

const tokenWords = ({ input_tokens, cached_tokens, output_tokens }: Usage): string =>
  `${counted(input_tokens, 'token', 'tokens')} read, ${counted(cached_tokens, 'of them', 'of them')} from the cache; ${counted(output_tokens, 'token', 'tokens')} written`;

/** The charge; a reply whose code could not be run costs nothing for what it wrote. */
const Cost = ({ usage, atMostVut }: Pick<Reply, 'usage' | 'atMostVut'>) => {
  if (usage)
    return (
      <span title={`${credits(usage.cost_vut)} VUT: ${tokenWords(usage)}`}>
        {amount(usage.cost_vut)} VUT{usage.free ? ' · its code could not be run, so writing it is free' : ''}
      </span>
    );
  return atMostVut === null ? null : <span>at most {credits(tenthsUp(atMostVut))} VUT</span>;
};

const Ideas = ({ text, isBusy, onPass }: { text: string; isBusy: boolean; onPass: (idea: Idea) => void }) => {
  const ideas = useMemo(() => ideasOf(text), [text]);
  if (ideas.length === 0) return null;
  return (
    <div className={classes.ideas}>
      {ideas.map((idea) => (
        <div key={idea.text} className={classes.idea}>
          <Button
            size="compact-sm"
            variant="light"
            rightSection={<IconArrowRight size={14} aria-hidden />}
            aria-label={`Hand over to the Strategy Agent: ${idea.title}`}
            disabled={isBusy}
            onClick={() => onPass(idea)}
          >
            {idea.title}
          </Button>
          <PortfolioOffer coins={idea.coins} of={`the idea ${idea.title}`} />
        </div>
      ))}
    </div>
  );
};

type ReplyProps = {
  readonly reply: Reply;
  readonly isDemo: boolean;
  /** Another message is being answered. */
  readonly isBusy: boolean;
  readonly onRetry: (replyId: string) => void;
  readonly onPass: (idea: Idea) => void;
};

const Body = ({ reply }: { reply: Reply }) => {
  const { status, text, steps, results, notices, error } = reply;
  const ending = ENDINGS[status];
  const ranOn = results.findLast(({ settings }) => settings)?.settings?.portfolio ?? null;
  const leftOut = results.length === 0 ? null : leftOutOf(text);
  return (
    <>
      {steps.length > 0 ? <Steps steps={steps} /> : null}
      {text === '' ? null : (
        <RanOnContext value={ranOn}>
          <Markdown text={text} isGrowing={isWriting(reply)} drawCode={drawCode} />
        </RanOnContext>
      )}
      {results.map((result, at) => (
        <ResultCard
          key={result.id}
          result={result}
          name={results.length === 1 ? null : `Backtest ${at + 1} of ${results.length}`}
          endedReply={isWriting(reply) ? null : reply.replyId}
          leftOut={leftOut}
        />
      ))}
      {notices.map((notice) => (
        <p key={notice} className={classes.notice}>
          {notice}
        </p>
      ))}
      {isWriting(reply) ? (
        <p className={classes.waiting}>
          <Loader size={14} type="dots" aria-hidden />
          {status === 'sending' ? 'Sending…' : 'Writing…'}
        </p>
      ) : null}
      {ending === undefined ? null : <p className={classes.end}>{ending}</p>}
      {error === null ? null : <p className={classes.error}>{error}</p>}
    </>
  );
};

/** Drawn again only when it changes itself. */
export const AgentReply = memo(({ reply, isDemo, isBusy, onRetry, onPass }: ReplyProps) => {
  const { id, agent, atMs, status, text } = reply;
  const isEnded = !isWriting(reply);
  return (
    <article className={classes.message} aria-label={`${AGENT_WORDS[agent].title}, ${dateTime(atMs)}`}>
      <header className={classes.head}>
        <span className={classes.who}>{AGENT_WORDS[agent].title}</span>
        {isDemo ? <span>demo model</span> : null}
        <span>{dateTime(atMs)}</span>
        <span className={classes.tools}>
          {isEnded && text !== '' ? <CopyButton text={text} what="the reply" /> : null}
        </span>
      </header>
      <Body reply={reply} />
      {isEnded && agent === 'discovery' && status === 'completed' ? (
        <Ideas text={text} isBusy={isBusy} onPass={onPass} />
      ) : null}
      <footer className={classes.foot}>
        <Cost {...reply} />
        {isEnded ? (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconRefresh size={14} aria-hidden />}
            disabled={isBusy}
            onClick={() => onRetry(id)}
          >
            Try again
          </Button>
        ) : null}
      </footer>
    </article>
  );
});

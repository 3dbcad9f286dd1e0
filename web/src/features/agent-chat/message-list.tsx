// The messages of a conversation; of a long one, the newest are drawn first.
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { ErrorBoundary } from '../../ui/loading/error-boundary.tsx';
import type { Message } from './conversation.ts';
import type { Idea } from './ideas.ts';
import type { UserMessage } from './message.ts';
import { firstDrawn, withEarlier } from './message-window.ts';
import { AgentReply } from './reply/agent-reply.tsx';
import { OwnMessage } from './reply/own-message.tsx';
import classes from './reply/reply.module.css';

type MessageListProps = {
  readonly messages: readonly Message[];
  readonly isDemo: boolean;
  readonly isBusy: boolean;
  readonly onEdit: (message: UserMessage) => void;
  readonly onRetry: (replyId: string) => void;
  readonly onPass: (idea: Idea) => void;
};

/** Comes into sight when the reader reaches it, which asks for more; a press does the same. */
const Earlier = ({ count, onMore }: { count: number; onMore: () => void }) => {
  const place = useRef<HTMLDivElement | null>(null);
  const more = useRef(onMore);
  useEffect(() => {
    more.current = onMore;
  }, [onMore]);
  useEffect(() => {
    if (!place.current || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) more.current();
    });
    // A conversation opens at its end: what is above it counts once the reader comes there.
    const timer = setTimeout(() => place.current && observer.observe(place.current), 500);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, []);
  return (
    <div ref={place} className={classes.note}>
      <Button size="compact-xs" variant="subtle" onClick={onMore}>
        Show earlier messages ({count})
      </Button>
    </div>
  );
};

/** A message that cannot be drawn: its text. */
const PlainMessage = ({ message: { text } }: { message: Message }) => (
  <article className={classes.message}>
    <p className={classes.failed}>This message cannot be shown as it should be. Its text:</p>
    <p className={classes.plain}>{text}</p>
  </article>
);

type OneMessageProps = Omit<MessageListProps, 'messages'> & { readonly message: Message };

const OneMessage = ({ message, isBusy, onEdit, ...ofReply }: OneMessageProps) => {
  if (message.kind === 'user') return <OwnMessage message={message} isBusy={isBusy} onEdit={onEdit} />;
  if (message.kind === 'agent') return <AgentReply reply={message} isBusy={isBusy} {...ofReply} />;
  return (
    <p className={classes.note} data-kind={message.kind}>
      {message.text}
    </p>
  );
};

export const MessageList = ({ messages, ...drawn }: MessageListProps) => {
  const [first, setFirst] = useState(() => firstDrawn(messages.length));
  // A branch may have cut off more than is drawn.
  const from = Math.min(first, firstDrawn(messages.length));
  return (
    <>
      {from > 0 ? <Earlier key={from} count={from} onMore={() => setFirst(withEarlier(from))} /> : null}
      {messages.slice(from).map((message) => (
        <ErrorBoundary key={message.id} fallback={<PlainMessage message={message} />}>
          <OneMessage message={message} {...drawn} />
        </ErrorBoundary>
      ))}
    </>
  );
};

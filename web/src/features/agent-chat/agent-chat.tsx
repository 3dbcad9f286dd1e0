// The conversation of a backtest chat with its agents: messages, and where they are written.
import { Button, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import type { TradingSettings } from '@tradeium/contracts';
import { readMarkdown, spokenText } from '@tradeium/contracts/markdown';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { lazyNamed } from '../../lib/loading/lazy-named.ts';
import { LoadFailure } from '../../ui/loading/load-failure.tsx';
import classes from './agent-chat.module.css';
import { AGENT_WORDS } from './agents.ts';
import type { ChatActions } from './chat-actions.ts';
import { Composer, type ComposerHandle } from './composer/composer.tsx';
import { type Conversation, newestReply, phaseOf } from './conversation.ts';
import { EmptyConversation } from './empty-conversation.tsx';
import { atMostVut } from './estimate.ts';
import type { UserMessage } from './message.ts';
import { MessageList } from './message-list.tsx';
import { CodeUseContext } from './reply/code-block.tsx';
import { type ChatResults, ChatResultsContext } from './reply/keep-result.tsx';
import { type ChatPortfolio, ChatPortfolioContext } from './reply/portfolio-offer.tsx';
import { useAutoScroll } from './use-auto-scroll.ts';
import { useCodeActions } from './use-code-actions.ts';
import { useConversation } from './use-conversation.ts';
import { useMessageDraft } from './use-message-draft.ts';
import { ENDINGS, HISTORY_FAILED } from './words.ts';

const LimitsDialog = lazyNamed(() => import('./limits-dialog.tsx'), 'LimitsDialog');
const ReplaceDialog = lazyNamed(() => import('./replace-dialog.tsx'), 'ReplaceDialog');

type AgentChatProps = {
  readonly conversationId: string;
  readonly chatId: string;
  readonly settings: () => TradingSettings;
  readonly actions: ChatActions;
  /** Null where none are kept. */
  readonly results?: ChatResults | null;
  /** Null where there is none to set. */
  readonly portfolio?: ChatPortfolio | null;
};

/** The text for a screen reader about a reply that has just ended: none about an earlier one. */
const useFinishedWords = (conversation: Conversation): string => {
  const phase = phaseOf(conversation);
  const [words, setWords] = useState('');
  const wasBusy = useRef(false);
  useEffect(() => {
    const isBusy = phase !== 'idle';
    const reply = newestReply(conversation);
    if (isBusy) setWords('');
    else if (wasBusy.current && reply) {
      const { agent, status, text, notices, error } = reply;
      const parts = [spokenText(readMarkdown(text)), ...notices, error, ENDINGS[status]];
      setWords(`${AGENT_WORDS[agent].title}: ${parts.filter(Boolean).join(' ')}`);
    }
    wasBusy.current = isBusy;
  }, [phase, conversation]);
  return words;
};

/** Escape stops a reply from wherever the focus is inside; null leaves the key to others. */
const useEscape = (stop: (() => void) | null) => {
  const panel = useRef<HTMLDivElement | null>(null);
  useEffect(() => {
    const { current } = panel;
    if (!stop || !current) return undefined;
    const press = ({ key }: KeyboardEvent) => key === 'Escape' && stop();
    current.addEventListener('keydown', press);
    return () => current.removeEventListener('keydown', press);
  }, [stop]);
  return panel;
};

const Loading = () => (
  <Stack p="md" aria-label="Loading the conversation" role="status">
    <Skeleton h={14} w="60%" />
    <Skeleton h={56} />
    <Skeleton h={14} w="40%" />
  </Stack>
);

type TalkProps = {
  readonly talk: ReturnType<typeof useConversation>;
  readonly scroll: ReturnType<typeof useAutoScroll>;
  readonly onIdea: (idea: string) => void;
  readonly onEdit: (message: UserMessage) => void;
};

/** The messages, or what stands in their place. */
const Talk = ({ talk, scroll, onIdea, onEdit }: TalkProps) => {
  const { messages, facts, agent, load } = talk.conversation;
  return (
    <div className={classes.talk}>
      <div ref={scroll.place} className={classes.scroll}>
        <div ref={scroll.content}>
          {load === 'loading' ? <Loading /> : null}
          {load === 'failed' ? <LoadFailure text={HISTORY_FAILED} onRetry={() => void talk.load()} /> : null}
          {load === 'loaded' && messages.length === 0 ? (
            <EmptyConversation agent={agent} onIdea={onIdea} />
          ) : null}
          {load === 'loaded' ? (
            <MessageList
              messages={messages}
              isDemo={facts?.demo ?? false}
              isBusy={phaseOf(talk.conversation) !== 'idle'}
              onEdit={onEdit}
              onRetry={talk.retry}
              onPass={talk.pass}
            />
          ) : null}
        </div>
      </div>
      {scroll.isFollowing ? null : (
        <Button
          className={classes.toEnd ?? ''}
          size="compact-xs"
          variant="default"
          leftSection={<IconArrowDown size={14} aria-hidden />}
          onClick={scroll.toEnd}
        >
          To the newest message
        </Button>
      )}
    </div>
  );
};

/** One conversation: another one gets another component. */
export const AgentChat = (props: AgentChatProps) => {
  const { conversationId, chatId, settings, actions, results = null, portfolio = null } = props;
  const { selected } = actions;
  const about = useCallback(() => ({ settings: settings(), selected }), [settings, selected]);
  const talk = useConversation({ conversationId, chatId }, about);
  const { conversation, send, stop, switchTo, setLimits, note } = talk;
  const { messages, facts, agent } = conversation;
  const [text, setText] = useMessageDraft(conversationId);
  const [isLimiting, setLimiting] = useState(false);
  const [editing, setEditing] = useState<string | null>(null);
  const composer = useRef<ComposerHandle>(null);
  const scroll = useAutoScroll(messages.length > 0);
  const phase = phaseOf(conversation);
  const code = useCodeActions(actions, note, phase !== 'idle');
  const finished = useFinishedWords(conversation);

  const write = (next: string) => {
    setText(next);
    composer.current?.focus();
  };
  const sendText = () => {
    send(text.trim(), editing);
    setText('');
    setEditing(null);
    scroll.toEnd();
  };
  const edit = useCallback(
    (message: UserMessage) => {
      setEditing(message.id);
      setText(message.text);
      composer.current?.focus();
    },
    [setText],
  );
  const panel = useEscape(phase === 'idle' ? null : stop);
  return (
    <div ref={panel} className={classes.chat}>
      <ChatResultsContext value={results}>
        <ChatPortfolioContext value={portfolio}>
          <CodeUseContext value={code.use}>
            <Talk talk={talk} scroll={scroll} onIdea={write} onEdit={edit} />
          </CodeUseContext>
        </ChatPortfolioContext>
      </ChatResultsContext>
      <VisuallyHidden role="status" aria-live="polite">
        {finished}
      </VisuallyHidden>
      <Composer
        ref={composer}
        text={text}
        onText={setText}
        agent={agent}
        onAgent={switchTo}
        phase={phase}
        onSend={sendText}
        onStop={stop}
        isEditing={editing !== null}
        onCancelEdit={() => {
          setEditing(null);
          setText('');
        }}
        atMostVut={text.trim() === '' ? null : atMostVut(conversation, text, settings())}
        isDemo={facts?.demo ?? false}
        onLimits={facts ? () => setLimiting(true) : null}
      />
      <Suspense>
        {isLimiting && facts ? (
          <LimitsDialog limits={facts.limits} onChanged={setLimits} onClose={() => setLimiting(false)} />
        ) : null}
        {code.replacing ? (
          <ReplaceDialog
            {...code.replacing}
            read={actions.read}
            isSaving={code.isSaving}
            onConfirm={() => code.replacing && void code.confirm(code.replacing)}
            onClose={code.giveUp}
          />
        ) : null}
      </Suspense>
    </div>
  );
};

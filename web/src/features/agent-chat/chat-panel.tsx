// The frame of the chat panel: its head, and what stands below it where there is no agent.
import { Center, Skeleton, Stack } from '@mantine/core';
import { IconMessageOff, IconMessagePlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EmptyPlace } from '../../ui/loading/empty-place.tsx';
import { PanelHead } from '../../ui/panel-head.tsx';
import classes from './chat-panel.module.css';
import { shortId } from './short-id.ts';

type ChatPanelProps = {
  chatName: string | null;
  /** Why there is no chat, where there is none. */
  state: 'shown' | 'loading' | 'failed' | 'none';
  conversationId: string | null;
  isPrivate: boolean;
  /** The conversation. */
  children: ReactNode;
};

const Unselected = () => (
  <EmptyPlace
    icon={IconMessagePlus}
    title="No backtest chat selected"
    text="Please select a backtest chat first to start chatting."
  />
);

const Disabled = () => (
  <EmptyPlace
    icon={IconMessageOff}
    title="AI Chat Disabled:"
    text={
      <>
        AI chat is disabled for Private Chats. These are pre-built strategies that you can run but not modify.
        <span className={classes.tip}>
          Tip: to write your own strategy, create a new Public Chat with the Create Chat button.
        </span>
      </>
    }
  />
);

type WithoutProps = { state: ChatPanelProps['state'] | 'private' };

/** The part that is shown in place of the conversation. */
const Without = ({ state }: WithoutProps) => {
  if (state === 'private' || state === 'none')
    return (
      <Center className={classes.body ?? ''}>{state === 'private' ? <Disabled /> : <Unselected />}</Center>
    );
  // The list of chats says why it could not be loaded, and tries again.
  if (state === 'failed') return null;
  return (
    <Stack p="md" aria-hidden>
      <Skeleton h={14} w="60%" />
      <Skeleton h={56} />
      <Skeleton h={14} w="40%" />
    </Stack>
  );
};

/** Tied to one backtest chat. The conversation is loaded when it is shown. */
export const ChatPanel = ({ chatName, state, conversationId, isPrivate, children }: ChatPanelProps) => (
  <section aria-label="AI chat" className={classes.panel}>
    <PanelHead
      title={
        chatName === null ? (
          'Chat'
        ) : (
          <>
            Chat - <bdi>{chatName}</bdi>
          </>
        )
      }
    >
      {conversationId === null ? null : (
        <>
          <code className={classes.id} title={conversationId}>
            {shortId(conversationId)}
          </code>
          <CopyButton text={conversationId} what="the conversation id" />
        </>
      )}
    </PanelHead>
    {chatName === null || isPrivate ? <Without state={isPrivate ? 'private' : state} /> : children}
  </section>
);

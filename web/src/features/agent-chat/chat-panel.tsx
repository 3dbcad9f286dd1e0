// The chat panel of the workspace, until agents are available.
import { Center } from '@mantine/core';
import { IconMessageChatbot, IconMessageOff, IconMessagePlus } from '@tabler/icons-react';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EmptyPlace } from '../../ui/empty-place.tsx';
import { PanelHead } from '../../ui/panel-head.tsx';
import classes from './chat-panel.module.css';
import { shortId } from './short-id.ts';

type ChatPanelProps = { chatName: string | null; conversationId: string | null; isPrivate: boolean };

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

/** Says what is planned, and what to do until then. */
const Beginning = () => (
  <EmptyPlace
    icon={IconMessageChatbot}
    title="1 Create Strategy"
    text={
      <>
        AI agents are not available yet. For now, choose from the strategy library or press 'New strategy',
        both in the list of backtest chats.
        <ul className={classes.tips}>
          <li>
            <b>Strategy agent</b> (coming): turns your idea into Python code. The button 'Save Strategy' will
            put it into this backtest chat.
          </li>
          <li>
            <b>Discovery agent</b> (coming): suggests trading ideas to begin from.
          </li>
        </ul>
      </>
    }
  />
);

/** Tied to one backtest chat; without agents there is nothing to type to. */
export const ChatPanel = ({ chatName, conversationId, isPrivate }: ChatPanelProps) => (
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
    <Center className={classes.body ?? ''}>
      {chatName === null ? <Unselected /> : isPrivate ? <Disabled /> : <Beginning />}
    </Center>
  </section>
);

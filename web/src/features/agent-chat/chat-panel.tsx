// The chat panel beside the workspace, until the agents are there.
import { Center } from '@mantine/core';
import { IconMessageChatbot, IconMessageOff } from '@tabler/icons-react';
import { EmptyPlace } from '../../ui/empty-place.tsx';
import { PanelHead } from '../../ui/panel-head.tsx';

type ChatPanelProps = { chatName: string | null; isPrivate: boolean };

/** Tied to one backtest chat; says honestly that no agent answers yet. */
export const ChatPanel = ({ chatName, isPrivate }: ChatPanelProps) => (
  <section aria-label="AI chat" style={{ height: '100%', display: 'flex', flexDirection: 'column' }}>
    <PanelHead title={chatName === null ? 'Chat' : `Chat - ${chatName}`} />
    <Center flex={1}>
      {isPrivate ? (
        <EmptyPlace
          icon={IconMessageOff}
          title="AI Chat Disabled"
          text="AI chat is disabled for Private Chats. These are pre-built strategies that you can run but not modify. To write your own, create a new Public Chat."
        />
      ) : (
        <EmptyPlace
          icon={IconMessageChatbot}
          title="1 Create Strategy"
          text="AI agents are not available yet. They will turn an idea into Python here. Until then, start from the template: press 'New strategy' in the list of your backtest chats."
        />
      )}
    </Center>
  </section>
);

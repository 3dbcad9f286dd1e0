// The empty states of the main panel; each says what to do next.
import { Button, Center } from '@mantine/core';
import { IconFileCode, IconFileOff, IconFolderOff, IconListDetails } from '@tabler/icons-react';
import { type Chat, PRIVATE_STRATEGY_NAME } from '@tradeium/contracts';
import { messageOf } from '../../../lib/failure.ts';
import { EmptyPlace } from '../../../ui/loading/empty-place.tsx';
import type { Workspace } from '../selection/use-workspace.ts';
import classes from './empty-main.module.css';

/** The steps before the third, so that a newcomer reads them in order. */
const StepsBefore = () => (
  <ol className={classes.steps}>
    <li>
      <b>Create Strategy</b>: describe an idea in the chat, or take one below.
    </li>
    <li>
      <b>Select Strategy</b>: press its file in the list Backtest Chats.
    </li>
  </ol>
);

type InChatProps = { workspace: Workspace; chat: Chat };

/** A chat without a selected item: the third step of the way to a result, after a strategy was made and chosen. */
export const Begin = ({ workspace, chat }: InChatProps) => {
  const { strategies, select } = workspace;
  const isPrivate = chat.settings.tradeium_private;
  return (
    <Center h="100%" className={classes.begin ?? ''}>
      {isPrivate ? null : <StepsBefore />}
      <EmptyPlace
        icon={IconFileCode}
        title="3 Backtest Strategy"
        text={`${isPrivate ? 'The built-in' : 'Your'} strategy appears here after you click ${isPrivate ? 'it' : 'its file'} in the backtest chat. Then choose period, portfolio and fees in the panel below and press Execute Backtest.`}
      >
        {isPrivate ? (
          <Button onClick={() => select(chat.id, { kind: 'private-strategy' })}>
            Open {PRIVATE_STRATEGY_NAME}
          </Button>
        ) : strategies.length > 0 ? (
          <Button onClick={() => select(chat.id, { kind: 'strategy', index: 0 })}>Open strategy</Button>
        ) : (
          <>
            <Button onClick={() => select(chat.id, { kind: 'library' })}>Choose from the library</Button>
            <Button variant="default" onClick={() => select(chat.id, { kind: 'new-strategy' })}>
              Start from the template
            </Button>
          </>
        )}
      </EmptyPlace>
    </Center>
  );
};

/** A link may be older than the file that it leads to. */
const MAY_BE_DELETED = 'It may have been deleted. Choose another one from your backtest chats.';

const WRONG_CHAT = 'This address leads to a backtest chat that does not exist or was deleted.';
const CHOOSE_CHAT =
  'A backtest chat holds strategies and their backtest results. Choose one in the panel Backtest Chats, or create a new one.';

type MissingProps = InChatProps & { title: string; text?: string };

/** The selected item is not there. */
export const Missing = ({ workspace, chat, title, text = MAY_BE_DELETED }: MissingProps) => (
  <Center h="100%">
    <EmptyPlace icon={IconFileOff} title={title} text={text}>
      <Button variant="default" onClick={() => workspace.select(chat.id, null)}>
        Back to the backtest chat
      </Button>
    </EmptyPlace>
  </Center>
);

type NotReadProps = { error: unknown; onRetry: () => void };

const NotRead = ({ title, error, onRetry }: NotReadProps & { title: string }) => (
  <Center h="100%">
    <EmptyPlace icon={IconFolderOff} title={title} text={messageOf(error)}>
      <Button variant="default" onClick={onRetry}>
        Try again
      </Button>
    </EmptyPlace>
  </Center>
);

/** The chat's files could not be read. */
export const NotListed = (props: NotReadProps) => (
  <NotRead title="The files could not be listed" {...props} />
);

/** The chats could not be read, so it is not known which of them is selected. */
export const ChatsNotListed = (props: NotReadProps) => (
  <NotRead title="The backtest chats could not be loaded" {...props} />
);

/** No chat at all is selected, or one that is not there. */
export const NoChat = ({ workspace }: { workspace: Workspace }) => {
  const { isWrongChat } = workspace;
  const first = workspace.chats?.[0];
  return (
    <Center h="100%">
      <EmptyPlace
        icon={IconListDetails}
        title={isWrongChat ? 'No backtest selected' : 'No backtest chat selected'}
        text={isWrongChat ? WRONG_CHAT : CHOOSE_CHAT}
      >
        {first ? (
          <Button variant="default" onClick={() => workspace.select(first.id, null)}>
            Open {first.name}
          </Button>
        ) : null}
      </EmptyPlace>
    </Center>
  );
};

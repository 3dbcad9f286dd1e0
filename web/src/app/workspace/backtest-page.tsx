// The backtest workspace: puts its panels side by side, or one above the other where there is no room.
import { Suspense, useState } from 'react';
import { useAppDispatch, useAppSelector } from '../../core/store.ts';
import { ChatPanel } from '../../features/agent-chat/chat-panel.tsx';
import { indexOfFile } from '../../features/backtest-chats/api.ts';
import { ChatsPanel } from '../../features/backtest-chats/chats-panel.tsx';
import { selectActiveRun } from '../../features/backtest-run/run-slice.ts';
import { useActiveRuns } from '../../features/backtest-run/use-active-runs.ts';
import { useDeployed } from '../../features/trading/use-deployed.ts';
import { isOfResults } from '../../lib/item-key.ts';
import { lazyNamed } from '../../lib/loading/lazy-named.ts';
import { useSimpleLayout } from '../../lib/use-basic-mode.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { ErrorBoundary } from '../../ui/loading/error-boundary.tsx';
import { PanesLayout, StackLayout } from './layout/layouts.ts';
import './listeners.ts';
import { EndedRun } from './panels/ended-run.tsx';
import { MainPanel } from './panels/main-panel.tsx';
import { RunControls } from './panels/run-controls.tsx';
import { useFirstTab } from './selection/use-first-tab.ts';
import { useWorkspace, type Workspace } from './selection/use-workspace.ts';

const ChatPart = lazyNamed(() => import('./panels/chat-part.tsx'), 'ChatPart');

/** Names the selected item if it can be run, and has something to run. */
const runnableKeyOf = ({ chat, item, choiceKey }: Workspace): string | null =>
  chat &&
  (item?.kind === 'private-strategy' || (item?.kind === 'strategy' && chat.settings.has_strategy_code))
    ? `${chat.id}/${choiceKey}`
    : null;

/** Everything of the workspace, once; the two layouts only place it. */
export const BacktestPage = () => {
  const dispatch = useAppDispatch();
  const workspace = useWorkspace();
  const isSimple = useSimpleLayout();
  const deployed = useDeployed();
  useActiveRuns();

  const { chats, error, chat, item, askForName, select } = workspace;
  usePageTitle(chat?.name ?? 'Backtest');
  const isPrivate = chat?.settings.tradeium_private ?? false;
  const showResult = async (chatId: string, folderName: string) => {
    const index = await dispatch(indexOfFile(chatId, 'backtest_folder', folderName));
    select(chatId, index === -1 ? null : { kind: 'folder', index });
  };
  const showStrategy = async (chatId: string, filename: string) => {
    const index = await dispatch(indexOfFile(chatId, 'strategy', filename));
    select(chatId, index === -1 ? null : { kind: 'strategy', index });
  };
  const runningId = useAppSelector((state) => {
    const active = selectActiveRun(state);
    return active?.isOwn ? active.input.run_id : null;
  });
  const [choices, setChoices] = useState(0);
  const choose: typeof select = (chatId, chosen) => {
    setChoices((count) => count + 1);
    select(chatId, chosen);
  };
  const [settingsAsked, setSettingsAsked] = useState(0);
  const openSettings = () => {
    setSettingsAsked((count) => count + 1);
    // In the simple layout the settings are on the other tab.
    if (isSimple) select(chat?.id ?? null, item);
  };
  useFirstTab(workspace, isSimple);
  const Layout = isSimple ? StackLayout : PanesLayout;
  return (
    <>
      <Layout
        title={chat?.name ?? 'Backtest'}
        isPrivate={isPrivate}
        hasNoChat={workspace.hasNoChat}
        runnableKey={runnableKeyOf(workspace)}
        showsResult={isOfResults(item)}
        runningId={runningId}
        choices={choices}
        settingsAsked={settingsAsked}
        chatPanel={
          <ChatPanel
            chatName={chat?.name ?? null}
            state={workspace.chatState}
            conversationId={chat?.gpt5_conversation_id ?? null}
            isPrivate={isPrivate}
          >
            {chat ? (
              <ErrorBoundary key={chat.id}>
                <Suspense>
                  <ChatPart
                    workspace={workspace}
                    chat={chat}
                    onShowStrategy={showStrategy}
                    onOpenSettings={openSettings}
                  />
                </Suspense>
              </ErrorBoundary>
            ) : null}
          </ChatPanel>
        }
        mainPanel={
          <ErrorBoundary key={workspace.choiceKey}>
            <MainPanel workspace={workspace} />
          </ErrorBoundary>
        }
        settingsPanel={<RunControls workspace={workspace} />}
        listPanel={
          <ChatsPanel
            key={String(askForName)}
            chats={chats}
            error={error}
            chatId={chat?.id ?? null}
            item={item}
            onSelect={choose}
            askForName={askForName}
            deployed={deployed}
          />
        }
      />
      <EndedRun onShowResult={showResult} onShowStrategy={showStrategy} />
    </>
  );
};

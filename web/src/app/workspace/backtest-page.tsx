// The backtest workspace: puts its panels side by side, or one above the other where there is no room.
import { useEffect } from 'react';
import { ChatPanel } from '../../features/agent-chat/chat-panel.tsx';
import { indexOfFile } from '../../features/backtest-chats/api.ts';
import { ChatsPanel } from '../../features/backtest-chats/chats-panel.tsx';
import { resumeRun } from '../../features/backtest-run/execute-run.ts';
import { RunOutcomeDialog } from '../../features/backtest-run/run-outcome-dialog.tsx';
import { useSimpleLayout } from '../../lib/use-basic-mode.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { useAppDispatch } from '../store.ts';
import { MainPanel } from './main-panel.tsx';
import { PanesLayout } from './panes-layout.tsx';
import { RunControls } from './run-controls.tsx';
import { StackLayout } from './stack-layout.tsx';
import { useWorkspace } from './use-workspace.ts';

/** Everything of the workspace, once; the two layouts only place it. */
export const BacktestPage = () => {
  const dispatch = useAppDispatch();
  const workspace = useWorkspace();
  const isSimple = useSimpleLayout();
  useEffect(() => {
    void dispatch(resumeRun());
  }, [dispatch]);

  const { chats, error, chat, item, askForName, select } = workspace;
  usePageTitle(chat?.name ?? 'Backtest');
  const isPrivate = chat?.settings.tradeium_private ?? false;
  const showResult = async (chatId: string, folderName: string) => {
    const index = await dispatch(indexOfFile(chatId, 'backtest_folder', folderName));
    select(chatId, index === -1 ? null : { kind: 'folder', index });
  };
  const Layout = isSimple ? StackLayout : PanesLayout;
  return (
    <>
      <Layout
        title={chat?.name ?? 'Backtest'}
        isPrivate={isPrivate}
        isDeselected={workspace.isDeselected}
        isRunnable={item?.kind === 'strategy'}
        chatPanel={<ChatPanel chatName={chat?.name ?? null} isPrivate={isPrivate} />}
        mainPanel={
          <ErrorBoundary key={workspace.itemKey}>
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
            onSelect={select}
            askForName={askForName}
          />
        }
      />
      <RunOutcomeDialog onShowResult={showResult} />
    </>
  );
};

// The conversation next to the workspace: what its agents backtest on, and where the code of their replies goes.
import type { Chat, ChatSelection, SessionFile } from '@tradeium/contracts';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useListActiveRunsQuery } from '../../../core/active-runs.ts';
import { type AppDispatch, useAppDispatch, useAppSelector } from '../../../core/store.ts';
import { AgentChat } from '../../../features/agent-chat/agent-chat.tsx';
import type { ChatActions } from '../../../features/agent-chat/chat-actions.ts';
import type { ChatResults } from '../../../features/agent-chat/reply/keep-result.tsx';
import type { ChatPortfolio } from '../../../features/agent-chat/reply/portfolio-offer.tsx';
import { strategyChanged } from '../../../features/backtest-run/run-slice.ts';
import { savedFromChat } from '../../../features/backtest-settings/chat-coins-slice.ts';
import { periodOf, tradingSettingsOf } from '../../../features/backtest-settings/settings.ts';
import { portfolioChosen, selectSettings } from '../../../features/backtest-settings/settings-slice.ts';
import { useCandleRange } from '../../../features/backtest-settings/use-candle-range.ts';
import {
  savedCode,
  strategySaved,
  useApplyStrategyMutation,
  useReadStrategyQuery,
  useReplaceStrategyMutation,
} from '../../../features/strategy-editor/api.ts';
import { isSameStrategy } from '../../../lib/code-text.ts';
import { folderIndexOf, itemKeyOf } from '../../../lib/item-key.ts';
import { showToast } from '../../../ui/toast.ts';
import type { Workspace } from '../selection/use-workspace.ts';

type ChatPartProps = {
  workspace: Workspace;
  chat: Chat;
  onShowStrategy: (chatId: string, filename: string) => Promise<void>;
  onOpenSettings: () => void;
};

/** So many of the newest files are compared with code before it becomes a new one. */
const COMPARED_MAX = 20;

/** The file that holds this very code; null where none does, or it cannot be learnt. */
const fileWithCode =
  (chatId: string, files: readonly SessionFile[], code: string) =>
  async (dispatch: AppDispatch): Promise<string | null> => {
    const codes = await Promise.allSettled(
      files.map(({ filename }) => dispatch(savedCode(chatId, filename))),
    );
    const place = codes.findIndex((one) => one.status === 'fulfilled' && isSameStrategy(one.value, code));
    return files[place]?.filename ?? null;
  };

type Shown = Pick<Workspace, 'item' | 'strategies' | 'folders'>;

/** The shown item: a strategy file, or a result and the file of its strategy where there is one of that name. */
const selectionOf = ({ item, strategies, folders }: Shown): ChatSelection => {
  if (item?.kind === 'strategy') {
    const file = strategies[item.index];
    return file ? { filename: file.filename } : {};
  }
  const folder = folders[folderIndexOf(item)];
  if (!folder?.run_id) return {};
  const file = strategies.find(({ display_name }) => display_name === folder.result?.strategy);
  return { run_id: folder.run_id, ...(file && { filename: file.filename }) };
};

const SAVED = 'Strategy saved to backtest session!';

/** The settings of the next backtest, as the settings panel shows them. */
const useTradingSettings = () => {
  const settings = useAppSelector(selectSettings);
  const { range } = useCandleRange();
  return useCallback(() => tradingSettingsOf(settings, periodOf(settings, range)), [settings, range]);
};

/** Saved code is shown at once, be it in a new file or in the selected one. */
const useChatActions = (props: ChatPartProps): ChatActions => {
  const { workspace, chat, onShowStrategy } = props;
  const dispatch = useAppDispatch();
  const [apply] = useApplyStrategyMutation();
  const [replace] = useReplaceStrategyMutation();
  const { item, strategies, folders } = workspace;
  const index = item?.kind === 'strategy' ? item.index : -1;
  const selectedFile = strategies[index]?.filename ?? null;
  const selected = useMemo(() => selectionOf({ item, strategies, folders }), [item, strategies, folders]);
  const chatId = chat.id;
  const { currentData: selectedCode = null } = useReadStrategyQuery(
    { id: chatId, filename: selectedFile ?? '' },
    { skip: selectedFile === null },
  );
  return useMemo(() => {
    const settle = async (filename: string, code: string, coins: readonly string[] | null) => {
      await dispatch(strategySaved(chatId, filename, code));
      if (coins) dispatch(savedFromChat({ chatId, filename, coins }));
      showToast('success', SAVED);
    };
    return {
      files: strategies,
      selectedFile,
      selected,
      selectedCode,
      apply: async (code, coins) => {
        const held = await dispatch(fileWithCode(chatId, strategies.slice(-COMPARED_MAX), code));
        const final_name = held ?? (await apply({ id: chatId, strategy_code: code }).unwrap()).final_name;
        await settle(final_name, code, coins);
        await onShowStrategy(chatId, final_name);
        return final_name;
      },
      read: (filename) => dispatch(savedCode(chatId, filename)),
      replace: async (code, filename, coins) => {
        const place = strategies.findIndex((file) => file.filename === filename);
        const selected_item = itemKeyOf({ kind: 'strategy', index: place === -1 ? index : place });
        await replace({ id: chatId, strategy_code: code, selected_item, filename }).unwrap();
        await settle(filename, code, coins);
        dispatch(strategyChanged({ chatId, filename }));
      },
    };
  }, [
    apply,
    replace,
    dispatch,
    chatId,
    index,
    selectedFile,
    selected,
    selectedCode,
    strategies,
    onShowStrategy,
  ]);
};

/** The results of the chat, and the runs that may become some. */
const useChatResults = ({ workspace, chat }: ChatPartProps): ChatResults => {
  const { data } = useListActiveRunsQuery();
  const { folders, select } = workspace;
  const selecting = useRef(select);
  useEffect(() => {
    selecting.current = select;
  }, [select]);
  return useMemo(
    () => ({
      conversationId: chat.gpt5_conversation_id,
      kept: folders.flatMap(({ run_id }) => run_id ?? []),
      underWay: data?.runs.map(({ run_id }) => run_id) ?? [],
      open: (run) => {
        const index = folders.findIndex(({ run_id }) => run_id === run);
        selecting.current(chat.id, { kind: 'folder', index, run });
      },
    }),
    [chat, folders, data],
  );
};

/** The portfolio that the user has set, and how the coins of an idea become it when asked for. */
const useChatPortfolio = ({ onOpenSettings }: ChatPartProps): ChatPortfolio => {
  const dispatch = useAppDispatch();
  const { portfolio } = useAppSelector(selectSettings);
  const opening = useRef(onOpenSettings);
  useEffect(() => {
    opening.current = onOpenSettings;
  }, [onOpenSettings]);
  return useMemo(
    () => ({
      portfolio,
      use: (coins) => {
        dispatch(portfolioChosen(coins));
        showToast('success', 'Portfolio changed in Backtest Settings');
      },
      openSettings: () => opening.current(),
    }),
    [portfolio, dispatch],
  );
};

/** Another chat has another conversation. */
export const ChatPart = (props: ChatPartProps) => {
  const { chat } = props;
  const settings = useTradingSettings();
  const actions = useChatActions(props);
  const results = useChatResults(props);
  const portfolio = useChatPortfolio(props);
  return (
    <AgentChat
      key={chat.gpt5_conversation_id}
      conversationId={chat.gpt5_conversation_id}
      chatId={chat.id}
      settings={settings}
      actions={actions}
      results={results}
      portfolio={portfolio}
    />
  );
};

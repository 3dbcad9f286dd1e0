// The content of the trading page: the deployments, the chosen one, and the result that is about to be deployed.
import type { EndedDeployment, TradingDeployment } from '@tradeium/contracts';
import { useMemo, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { useAppDispatch } from '../../core/store.ts';
import { filesOfChats } from '../../features/backtest-chats/api.ts';
import { filesOfType } from '../../features/backtest-chats/files-of-type.ts';
import { useListDeploymentsQuery, useListEndedDeploymentsQuery } from '../../features/trading/api.ts';
import type { DeployTarget } from '../../features/trading/deploy/deploy-dialog.tsx';
import { deployTargetOf } from '../../features/trading/deploy/deploy-target.ts';
import { useDeployed } from '../../features/trading/use-deployed.ts';
import { useSearchParams, withSearch } from '../../lib/address.ts';
import type { Item } from '../../lib/item-key.ts';
import { useStrategyNames } from './use-strategy-names.ts';

const PAGE = '/app/trading';
const NONE: readonly EndedDeployment[] = [];

/** Live ones before those on paper, active before others; the server lists the newest first. */
const inOrder = (deployments: readonly TradingDeployment[]): TradingDeployment[] => {
  const rank = ({ mode, status }: TradingDeployment) =>
    (mode === 'live' ? 0 : 1) + (status === 'active' ? 0 : 2);
  return [...deployments].sort((one, other) => rank(one) - rank(other));
};

type Asked = { readonly target: DeployTarget; readonly first: TradingDeployment['mode'] };

/** The selected chat and the open dialog are in the address. */
export const useDesk = () => {
  const dispatch = useAppDispatch();
  const search = useSearchParams();
  const chatId = search.get('chat');
  const { data, error, isFetching, refetch } = useListDeploymentsQuery();
  const deployments = useMemo(() => inOrder(data ?? []), [data]);
  const ofChat = deployments.find((one) => one.backtest_session_id === chatId);
  const endedId = search.get('ended');
  const { data: ended = NONE, isFetching: isReadingEnded } = useListEndedDeploymentsQuery();
  const endedOne = ended.find(({ id }) => id === endedId) ?? null;
  const living = (chatId === null ? deployments[0] : ofChat) ?? null;
  const selected = endedId === null ? living : endedOne;
  const all = useMemo(() => [...deployments, ...ended], [deployments, ended]);
  const strategyOf = useStrategyNames(all);
  const [asked, setAsked] = useState<Asked | null>(null);
  const go = (params: Record<string, string>, replace = false) =>
    navigate(withSearch(PAGE, new URLSearchParams(params)), { replace });
  const chosen = { ...(chatId !== null && { chat: chatId }), ...(endedId !== null && { ended: endedId }) };
  return {
    deployments,
    deployed: useDeployed(),
    strategyOf,
    ended,
    endedOne,
    isLoading: (data === undefined && isFetching) || (endedId !== null && !endedOne && isReadingEnded),
    error: data === undefined && !isFetching ? error : undefined,
    retry: () => void refetch(),
    chatId,
    selected,
    select: (next: string) => go({ chat: next }),
    selectEnded: (next: string) => go({ ended: next }),
    isConnecting: search.get('connect') === 'true',
    connect: () => go({ ...chosen, connect: 'true' }),
    closeConnect: () => go(chosen, true),
    asked,
    deploy: (target: DeployTarget, first: TradingDeployment['mode']) => setAsked({ target, first }),
    closeDeploy: () => setAsked(null),
    /** A line of the list: a folder is deployed, a chat shows its deployment. */
    choose: async (next: string | null, item: Item | null) => {
      if (next === null) return;
      if (item?.kind !== 'folder') return go({ chat: next });
      const files = (await dispatch(filesOfChats([next]))).get(next);
      const folder = filesOfType(files, 'backtest_folder')[item.index];
      if (folder) setAsked({ target: deployTargetOf(next, folder), first: 'live' });
    },
  };
};

export type Desk = ReturnType<typeof useDesk>;

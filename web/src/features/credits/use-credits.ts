// The signed-in user's credits, as the menu, the workspace and the credits page show them.
import { useGetBalanceQuery } from './api.ts';
import { FREE_TIER, usageColor, usedPercentOf } from './usage.ts';

/** The account's state; a free tier while it is loading or unavailable, and then `isKnown` is false. */
export const useCredits = () => {
  const { data, isLoading, refetch } = useGetBalanceQuery();
  const subscription = data?.subscription ?? FREE_TIER;
  const usedPercent = usedPercentOf(subscription);
  return {
    subscription,
    usedPercent,
    color: usageColor(usedPercent),
    isLoading,
    isKnown: data !== undefined,
    refresh: refetch,
  };
};

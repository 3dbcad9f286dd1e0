// The user's purchases, kept up to date for as long as one of them may still change.
import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { useAppDispatch } from '../../core/store.ts';
import { creditsApi, useGetPurchasesQuery } from './api.ts';
import { isOpen } from './purchase-words.ts';

const POLL_MS = 4_000;
/** When to read the balance after a payment was settled: the credits follow it, mostly at once. */
const BALANCE_READS_MS = [0, 1_000, 3_000, 10_000, 30_000] as const;

/** Asks again every few seconds while a purchase is open and the page is seen; new credits refresh the balance. */
export const usePurchases = () => {
  const dispatch = useAppDispatch();
  const isVisible = useDocumentVisibility() === 'visible';
  const known = creditsApi.endpoints.getPurchases.useQueryState().data;
  const isWatching = isVisible && (known?.some(isOpen) ?? false);
  const query = useGetPurchasesQuery(undefined, { pollingInterval: isWatching ? POLL_MS : 0 });

  const { refetch } = query;
  const wasVisible = useRef(isVisible);
  useEffect(() => {
    // Whoever comes back from the payment page wants to know now.
    if (isVisible && !wasVisible.current) void refetch();
    wasVisible.current = isVisible;
  }, [isVisible, refetch]);

  const credited = query.data?.filter(({ confirmed_at }) => confirmed_at !== null).length;
  const creditedBefore = useRef(credited);
  useEffect(() => {
    const before = creditedBefore.current;
    creditedBefore.current = credited;
    if (before === undefined || credited === before) return;
    const readBalance = () => void dispatch(creditsApi.util.invalidateTags(['Balance']));
    const reads = BALANCE_READS_MS.map((delayMs) => setTimeout(readBalance, delayMs));
    return () => reads.forEach(clearTimeout);
  }, [credited, dispatch]);

  return query;
};

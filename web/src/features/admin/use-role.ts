// The reader's role as an operator, as the server says; the server decides on every call again.
import { useCheckAdminAccessQuery } from './api.ts';

export type Access = 'checking' | 'denied' | 'support' | 'admin';

/** A failed check counts as denied. */
export const useAccess = (): Access => {
  const { data, isLoading } = useCheckAdminAccessQuery();
  if (isLoading) return 'checking';
  return data?.role ?? 'denied';
};

/** True if the reader may act: those with the role `support` only read. */
export const useCanAct = (): boolean => useAccess() === 'admin';

/** True if the reader is an operator of any role; not so while that is being checked. */
export const useIsOperator = (): boolean => ['support', 'admin'].includes(useAccess());

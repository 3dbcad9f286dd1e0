// The props that the dialogs of actions on an account have in common.
import type { AdminUserPage } from '@tradeium/contracts';
import { showToast } from '../../../ui/toast.ts';

export type DialogProps = {
  user: AdminUserPage['user'];
  onClose: () => void;
};

type Answered = { readonly data?: { readonly message: string } | undefined; readonly error?: unknown };

/** Says in the server's words that an action is done; its dialog says what went wrong. */
export const announced = async (sent: PromiseLike<Answered>): Promise<{ error?: unknown }> => {
  const { data, error } = await sent;
  if (data) showToast('success', data.message);
  return { error };
};

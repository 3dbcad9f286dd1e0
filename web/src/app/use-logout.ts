// Logs the user out, and says when that did not work.
import { logout } from '../core/session.ts';
import { useAppDispatch } from '../core/store.ts';
import { messageOf } from '../lib/failure.ts';
import { showToast } from '../ui/toast.ts';

export const useLogout = () => {
  const dispatch = useAppDispatch();
  return () => void dispatch(logout()).catch((thrown: unknown) => showToast('error', messageOf(thrown)));
};

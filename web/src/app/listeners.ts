// The listeners of the store that every page needs. Those of the workspace are in `workspace/listeners.ts`.
import { listenForSessionEnd } from '../core/session.ts';
import { listen } from '../core/store.ts';
import { announceNotices } from '../features/trading/notices/announce-notices.ts';

listenForSessionEnd(listen);
announceNotices(listen);

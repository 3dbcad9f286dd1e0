// The listeners of the store that the workspace needs; registered when its code is loaded.
import { listen, store } from '../../core/store.ts';
import { announceRuns } from '../../features/backtest-run/announce-run.ts';
import { followOtherRuns } from '../../features/backtest-run/follow-run.ts';
import { keepSettings, openSettingsOfUser } from '../../features/backtest-settings/settings-slice.ts';
import { keepDrafts } from '../../features/strategy-editor/drafts-slice.ts';
import { followWork } from './selection/follow-work.ts';

keepSettings(listen);
// The user may have been read before this code was there.
store.dispatch(openSettingsOfUser());
keepDrafts(listen);
followWork(listen);
followOtherRuns(listen);
announceRuns(listen, store.getState);

// Endpoints that read, check and save strategy files and their versions.
import type { CodeProblem } from '@tradeium/contracts';
import { api, heldAnswer } from '../../core/api.ts';
import { mutationRoute, queryRoute } from '../../core/endpoints.ts';
import type { AppDispatch } from '../../core/store.ts';

/** How long code stays cached after its last view. */
const CODE_KEPT_S = 300;
/** A check that takes longer is about code that has changed since. */
const CHECK_TIMEOUT_MS = 8_000;

const filesOf = (id: string) => ({ type: 'Files', id }) as const;
const versionsOf = (id: string) => ({ type: 'Versions', id }) as const;
const changes = ({ id }: { id: string }) => ['Chats' as const, filesOf(id), versionsOf(id)];

const strategyApi = api.injectEndpoints({
  endpoints: (on) => ({
    readStrategy: queryRoute(on, 'readStrategy', {
      keepUnusedDataFor: CODE_KEPT_S,
      providesTags: (_result, _error, { id }) => [filesOf(id)],
    }),
    applyStrategy: mutationRoute(on, 'applyStrategy', { changes }),
    replaceStrategy: mutationRoute(on, 'replaceStrategy', { changes }),
    listStrategyVersions: queryRoute(on, 'listStrategyVersions', {
      providesTags: (_result, _error, { id }) => [versionsOf(id)],
    }),
    readStrategyVersion: queryRoute(on, 'readStrategyVersion', {
      keepUnusedDataFor: CODE_KEPT_S,
      providesTags: (_result, _error, { id }) => [versionsOf(id)],
    }),
    restoreStrategyVersion: mutationRoute(on, 'restoreStrategyVersion', { changes }),
    checkStrategy: mutationRoute(on, 'checkStrategy', { timeoutMs: CHECK_TIMEOUT_MS }),
  }),
});

export const {
  useReadStrategyQuery,
  useApplyStrategyMutation,
  useReplaceStrategyMutation,
  useListStrategyVersionsQuery,
  useReadStrategyVersionQuery,
  useRestoreStrategyVersionMutation,
} = strategyApi;

/** Takes over code that the server has just saved, so that the editor never shows the one before it again. */
export const strategySaved = (id: string, filename: string, code: string) => (dispatch: AppDispatch) =>
  dispatch(strategyApi.util.upsertQueryData('readStrategy', { id, filename }, code));

/** The code of a file as the server has it now. */
export const savedCode = (id: string, filename: string) => (dispatch: AppDispatch) =>
  heldAnswer(dispatch(strategyApi.endpoints.readStrategy.initiate({ id, filename }, { forceRefetch: true })));

/** The newest version of a file as the server has it now; throws when that cannot be learnt. */
export const newestVersion = (id: string, filename: string) => async (dispatch: AppDispatch) => {
  const { listStrategyVersions } = strategyApi.endpoints;
  const asking = dispatch(listStrategyVersions.initiate({ id, filename }, { forceRefetch: true }));
  const { versions } = await heldAnswer(asking);
  return versions[0]?.version ?? 0;
};

/** The file has changed elsewhere: refetches everything shown of it. */
export const fileChanged = (id: string) => api.util.invalidateTags([filesOf(id), versionsOf(id)]);

/** The result of Python's parser; null when there is no answer or `signal` aborted it. */
export const problemsOf =
  (code: string, signal?: AbortSignal) =>
  async (dispatch: AppDispatch): Promise<readonly CodeProblem[] | null> => {
    if (code.trim() === '') return [];
    const asking = dispatch(
      strategyApi.endpoints.checkStrategy.initiate({ strategy_code: code }, { track: false }),
    );
    const abort = () => asking.abort();
    signal?.addEventListener('abort', abort, { once: true });
    const { data } = await asking;
    signal?.removeEventListener('abort', abort);
    return data?.problems ?? null;
  };

// Endpoints that list results, read the files of their folders, and keep the notes on them.
import type { ChatResult } from '@tradeium/contracts';
import { api, heldAnswer } from '../../core/api.ts';
import { addressOf, mutationRoute, queryRoute, requestOf } from '../../core/endpoints.ts';
import type { AppDispatch } from '../../core/store.ts';
import { isNotFound } from './load-words.ts';

const KEPT_S = 600;

/** The tags of the results: the names of their chats, and the files of these. */
const tagsOf = (results: readonly ChatResult[] = []) => [
  'Chats' as const,
  ...results.map(({ backtest_id: id }) => ({ type: 'Files' as const, id })),
];

const resultsApi = api.injectEndpoints({
  endpoints: (on) => ({
    // Asked again when the chat's files change: a folder of the same name may be another one, and an unchanged file
    // costs one answer without content.
    readFolderFile: queryRoute(on, 'readFolderFile', {
      keepUnusedDataFor: KEPT_S,
      providesTags: (_, __, { id }) => [{ type: 'Files', id }],
    }),
    getResults: queryRoute(on, 'getResults', {
      providesTags: (_, __, { id }) => [{ type: 'Files', id }],
    }),
    listResults: queryRoute(on, 'listResults', {
      keepUnusedDataFor: 0,
      providesTags: (answer) => tagsOf(answer?.results),
    }),
    /** The results of these runs as far as they are there, in any chat. */
    resultsOfRuns: on.query<ChatResult[], readonly string[]>({
      queryFn: async (runs, _api, _extra, ask) => {
        const answers = await Promise.all(
          runs.map(async (run_id) => ask(requestOf('readResult', { run_id }))),
        );
        const failed = answers.find(({ error }) => error && !isNotFound(error));
        if (failed?.error) return { error: failed.error };
        return { data: answers.flatMap(({ data }) => (data === undefined ? [] : [data as ChatResult])) };
      },
      providesTags: (results) => tagsOf(results),
    }),
    checkCapital: queryRoute(on, 'checkCapital', {
      keepUnusedDataFor: KEPT_S,
    }),
    readTrials: queryRoute(on, 'readTrials', {
      providesTags: (_, __, { id }) => [{ type: 'Files', id }],
    }),
    readCoinCandles: queryRoute(on, 'readCoinCandles', {
      keepUnusedDataFor: KEPT_S,
    }),
    saveNotes: mutationRoute(on, 'saveNotes', {
      changes: ({ id }, outcome) => (outcome === 'done' ? [{ type: 'Files', id }] : []),
    }),
  }),
});

export const {
  useReadFolderFileQuery,
  useGetResultsQuery,
  useCheckCapitalQuery,
  useListResultsQuery,
  useResultsOfRunsQuery,
  useReadTrialsQuery,
  useReadCoinCandlesQuery,
  useSaveNotesMutation,
} = resultsApi;

/** The settings of a result as the server has them now; every view of them is brought up to date. */
export const newestSettings = (id: string, folderName: string) => (dispatch: AppDispatch) =>
  heldAnswer(
    dispatch(
      resultsApi.endpoints.readFolderFile.initiate(
        { id, folderName, filename: 'Settings' },
        { forceRefetch: true },
      ),
    ),
  );

/** True if the text of a file is there already. */
export const isFolderFileRead = (file: { id: string; folderName: string; filename: string }) => {
  const select = resultsApi.endpoints.readFolderFile.select(file);
  return (state: Parameters<typeof select>[0]): boolean => select(state).data !== undefined;
};

/** The text of a file, once. */
export const readFolderText =
  (file: { id: string; folderName: string; filename: string }) =>
  (dispatch: AppDispatch): Promise<string> =>
    heldAnswer(dispatch(resultsApi.endpoints.readFolderFile.initiate(file)));

/** Where the browser finds an image of a folder. */
export const imageAddress = (file: { id: string; folderName: string; filename: string }): string =>
  addressOf('readFolderFile', file);

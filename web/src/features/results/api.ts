// Endpoints that read the files of result folders, and keep the notes on them.
import { api, heldAnswer } from '../../core/api.ts';
import { addressOf, mutationRoute, queryRoute } from '../../core/endpoints.ts';
import type { AppDispatch } from '../../core/store.ts';

const KEPT_S = 600;

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
    checkCapital: queryRoute(on, 'checkCapital', {
      keepUnusedDataFor: KEPT_S,
    }),
    readPrices: queryRoute(on, 'readPrices', {
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
  useReadPricesQuery,
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

/** Whether the text of a file is there already. */
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

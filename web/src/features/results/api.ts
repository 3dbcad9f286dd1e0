// Endpoints that read the files of result folders; their content never changes.
import { addressOf, api, queryRoute } from '../../app/api.ts';

const KEPT_S = 600;

export const { useReadFolderFileQuery } = api.injectEndpoints({
  endpoints: (on) => ({
    readFolderFile: queryRoute(on, 'readFolderFile', { keepUnusedDataFor: KEPT_S }),
  }),
});

/** Where the browser finds an image of a folder. */
export const imageAddress = (file: { id: string; folderName: string; filename: string }): string =>
  addressOf('readFolderFile', file);

// Walks through the documents of a read model page by page, in the order of their ids.

const PAGE = 200;

/** Awaits `handle` for each document, one after another; `read` gets the id after which its page begins. */
export const eachOf = async <Document extends { readonly _id: string }>(
  read: (after: string, limit: number) => Promise<readonly Document[]>,
  handle: (document: Document) => Promise<void>,
): Promise<void> => {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: readonly Document[] = await read(after, PAGE);
    for (const document of page) await handle(document);
    after = page.at(-1)?._id;
  }
};

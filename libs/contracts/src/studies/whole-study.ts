// Reads a study with all of its points, which the routes answer in pages.
import type { Study } from '../http/study-shapes.ts';

const isPage = (read: object): read is Study => 'next_after' in read;

/**
 * The study as its last page has it, with the computed points of all pages. `readPage` answers the page after an index, −1 for
 * the first, or a failure without `next_after`, which ends the reading and is returned.
 *
 * @throws RangeError for a page that leads to itself or back
 */
export const wholeStudy = async <Failure extends object>(
  readPage: (after: number) => Promise<Study | Failure>,
): Promise<Study | Failure> => {
  const points: Study['points'] = [];
  for (let after = -1; ; ) {
    const page = await readPage(after);
    if (!isPage(page)) return page;
    points.push(...page.points);
    if (page.next_after === null) return { ...page, points };
    if (page.next_after <= after) throw new RangeError(`the page after ${after} leads to ${page.next_after}`);
    after = page.next_after;
  }
};

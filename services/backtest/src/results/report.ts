// A strategy's output other than its weights, as the runner recorded it.
import { z } from 'zod';

const report = z.object({
  /** The prints of the author's code, at most 64 KiB. */
  prints: z.string(),
  /** How it failed, and the text of the failing line; null when it didn't. */
  message: z.string().nullable(),
  source_line: z.string().nullable(),
  /** How it failed in a re-run without the future. */
  rerun_failure: z.string().nullable(),
});
export type Report = z.infer<typeof report>;

/** The output for the author: the strategy's prints, and how it failed in a re-run. */
export const outputOf = ({ prints, rerun_failure }: Report): string =>
  rerun_failure === null ? prints : `${prints}${prints === '' ? '' : '\n'}Run again ${rerun_failure}\n`;

/** Reads a report from its file. */
export const readReport = (file: Buffer): Report => report.parse(JSON.parse(file.toString('utf8')));

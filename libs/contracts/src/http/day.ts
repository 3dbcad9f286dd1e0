// A UTC day as requests write it.
import { z } from 'zod';

/** YYYY-MM-DD; a day that does not exist has its own error. */
export const day = z
  .string({ error: 'DATE_INVALID' })
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'DATE_INVALID')
  .pipe(z.iso.date('DATE_NOT_IN_CALENDAR'));

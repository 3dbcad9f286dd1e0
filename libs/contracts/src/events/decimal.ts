// Amounts as exchanges write them.
import { z } from 'zod';

/** An exact amount: digits with at most one point. */
export const decimal = z.string().regex(/^-?\d{1,30}(\.\d{1,30})?$/);

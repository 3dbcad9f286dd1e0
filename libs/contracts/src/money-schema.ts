// Amounts of credits as they cross a boundary; apart from their arithmetic, which browsers do without any schema.
import { z } from 'zod';

/** A positive amount of credits. */
export const microVut = z.int().positive().brand<'MicroVut'>();

/** An amount of credits that may be zero. */
export const microVutOrZero = z.int().nonnegative().brand<'MicroVut'>();

/** An amount that is added to an account: below zero where it is taken away. */
export const signedMicroVut = z.int().brand<'MicroVut'>();

// The schema of credit amounts; separate from their arithmetic, which browsers load without any schema.
import { z } from 'zod';

/** A positive amount of credits. */
export const microVut = z.int().positive().brand<'MicroVut'>();

/** An amount of credits that may be zero. */
export const microVutOrZero = z.int().nonnegative().brand<'MicroVut'>();

/** An amount added to an account: negative where it is taken away. */
export const signedMicroVut = z.int().brand<'MicroVut'>();

// The schema of a finding; separate from the catalogue, which browsers load without any schema.
import { z } from 'zod';
import { FINDING_CODES, FINDING_SEVERITIES, type Finding } from './findings.ts';

export const finding: z.ZodType<Finding> = z.object({
  code: z.enum(FINDING_CODES),
  severity: z.enum(FINDING_SEVERITIES),
  data: z.record(z.string(), z.union([z.string(), z.number()])),
});

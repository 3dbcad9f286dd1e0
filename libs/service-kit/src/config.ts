// Reads a service's configuration from its environment, once, and names every problem at once.
import { z } from 'zod';

/** The variables that every service reads. */
export const commonConfig = z.object({
  NATS_URL: z.string().default('nats://127.0.0.1:4222'),
  /** The monitoring address of every NATS server, separated by commas: only these show how the servers write. */
  NATS_MONITORING_URL: z
    .string()
    .default('')
    .transform((urls) => urls.split(',').flatMap((url) => url.trim() || []))
    .pipe(z.array(z.url())),
  /** The fewest copies of each stream and bucket: 1 on one machine, 3 in production. */
  NATS_REPLICAS: z.coerce.number().int().min(1).max(5).default(1),
  MONGODB_URL: z.string().default('mongodb://127.0.0.1:27017'),
  /** The prefix of the services' database names. */
  MONGODB_PREFIX: z
    .string()
    .regex(/^\w{1,30}$/)
    .default('tradeium'),
  TEMPORAL_ADDRESS: z.string().default('127.0.0.1:7233'),
  TEMPORAL_NAMESPACE: z.string().default('default'),
  BLOBS_DIRECTORY: z.string().default('.tradeium/blobs'),
  /** `true` where all processes see the same blob directory: nothing is copied to the object store then. */
  BLOBS_SHARED: z.stringbool().default(false),
  /** Port of /healthz, /readyz and /metrics; 0 picks a free one, the manifest's when absent. */
  HEALTH_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** File of the service's bundled workflows; in `build/workflows` when absent. */
  WORKFLOW_BUNDLE: z.string().default(''),
  /** Only in containers do probes come from outside. */
  HEALTH_HOST: z.string().default('127.0.0.1'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** `1`: end when standard input closes, so that no process outlives the one that started it. */
  EXIT_WITH_PARENT: z.string().default(''),
});
export type CommonConfig = z.infer<typeof commonConfig>;

/** Parses `environment` with `schema`; throws one error that names every variable that is missing or wrong. */
export const readConfig = <Schema extends z.ZodType>(
  schema: Schema,
  environment: NodeJS.ProcessEnv = process.env,
): z.output<Schema> => {
  const parsed = schema.safeParse(environment);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`Configuration is not valid: ${problems.join('; ')}`);
};

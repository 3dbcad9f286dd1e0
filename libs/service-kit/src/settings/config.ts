// Reads a service's configuration from its environment, once, and names every problem at once.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { blobsConfig } from './blob-settings.ts';
import { contradictionsIn } from './contradictions.ts';
import { natsAccessConfig, signingConfig, temporalAccessConfig } from './server-access.ts';

/** A port to listen on; 0 picks a free one. */
export const port = z.coerce
  .number('it must be a port')
  .refine((value) => Number.isInteger(value) && value >= 0 && value <= 65_535, 'it must be a port');

/** The variables that every service reads. */
export const commonConfig = z.object({
  ...natsAccessConfig.shape,
  ...signingConfig.shape,
  ...temporalAccessConfig.shape,
  ...blobsConfig.shape,
  /** The monitoring address of every NATS server, separated by commas: only these show how the servers write. */
  NATS_MONITORING_URL: z
    .string()
    .default('')
    .transform((urls) => urls.split(',').flatMap((url) => url.trim() || []))
    .pipe(z.array(z.url())),
  /** The fewest copies of each stream and bucket: 1 on one machine, 3 in production. */
  NATS_REPLICAS: z.coerce.number().int().min(1).max(5).default(1),
  MONGODB_URL: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\/./, 'it must begin with mongodb:// or mongodb+srv://')
    .default('mongodb://127.0.0.1:27017'),
  /** The prefix of the services' database names. */
  MONGODB_PREFIX: z
    .string()
    .regex(/^\w{1,30}$/)
    .default('tradeium'),
  /** Port of /healthz, /readyz and /metrics; 0 picks a free one, the manifest's when absent. */
  HEALTH_PORT: port.optional(),
  /** File of the service's bundled workflows; in `build/workflows` when absent. */
  WORKFLOW_BUNDLE: z.string().default(''),
  /** Only in containers do probes come from outside. */
  HEALTH_HOST: z.string().default('127.0.0.1'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** `1`: end when standard input closes, so that no process outlives the one that started it. */
  EXIT_WITH_PARENT: z.string().default(''),
});
export type CommonConfig = z.infer<typeof commonConfig>;

/** The environment is not what a process needs; the message names every variable, and never a value. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`Configuration is not valid: ${problems.join('; ')}`);
    this.problems = problems;
  }
}

const FILE = '_FILE';

/** The variables that a schema reads, also where it makes something of them afterwards. */
const namesOf = (schema: z.ZodType): string[] => {
  if (schema instanceof z.ZodPipe) return namesOf(schema.in as z.ZodType);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
};

/**
 * The environment with the contents of files in place of their paths: `SESSION_SECRET_FILE=/run/secrets/session` is as if
 * `SESSION_SECRET` had what that file holds, without the line break at its end. Secrets in files show in no list of processes.
 */
const withFiles = (environment: NodeJS.ProcessEnv, names: readonly string[]) => {
  const read: NodeJS.ProcessEnv = { ...environment };
  const problems: string[] = [];
  for (const name of names) {
    const path = environment[`${name}${FILE}`];
    if (!path) continue;
    if (environment[name]) problems.push(`${name}, ${name}${FILE} cannot be set together`);
    try {
      read[name] = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    } catch (cause) {
      problems.push(
        `${name}${FILE} names a file that cannot be read (${(cause as NodeJS.ErrnoException).code})`,
      );
    }
  }
  return { read, problems };
};

/** Not as `NAME: problem`, which the log would take for a secret and its value. */
const problemOf = ({ path, message }: z.core.$ZodIssue, read: NodeJS.ProcessEnv): string => {
  const name = path.join('.');
  return read[name] === undefined ? `${name} is not set` : `${name} is wrong: ${message}`;
};

/**
 * Parses `environment` with `schema`, each variable also from the file that is named by `<NAME>_FILE`. Throws one ConfigError
 * that names every variable that is missing or wrong, contradicts another one, or is a problem by `alsoWrong`.
 */
export const readConfig = <Schema extends z.ZodType>(
  schema: Schema,
  environment: NodeJS.ProcessEnv = process.env,
  alsoWrong: (read: NodeJS.ProcessEnv) => string[] = () => [],
): z.output<Schema> => {
  const names = namesOf(schema);
  const { read, problems } = withFiles(environment, names);
  const parsed = schema.safeParse(read);
  problems.push(
    ...(parsed.error?.issues.map((issue) => problemOf(issue, read)) ?? []),
    ...contradictionsIn(Object.fromEntries(names.map((name) => [name, read[name]]))),
    ...alsoWrong(read),
  );
  if (parsed.success && problems.length === 0) return parsed.data;
  throw new ConfigError(problems);
};

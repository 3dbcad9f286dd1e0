// Exports everything that all services store about the signed-in user, as a file: all of it or nothing.
import {
  exportOf,
  isRefusal,
  type Refusal,
  SERVICE_NAMES,
  SERVICES,
  type ServiceDeclaration,
} from '@tradeium/contracts';
import type { Call } from '../calls/call.ts';

/** Each service reads all its data about the user; the largest answers travel as files. */
const EXPORT_TIMEOUT_MS = 30_000;

/** The services with user data, each with its section of the file. */
const SECTIONS = SERVICE_NAMES.flatMap((service) => {
  const { exports: section }: ServiceDeclaration = SERVICES[service];
  return section === null ? [] : [{ service, section }];
});

export const exportAccount = async ({
  ask,
  response,
}: Pick<Call<'exportAccount'>, 'ask' | 'response'>): Promise<Refusal | undefined> => {
  const exportedAt = new Date().toISOString();
  const answers = await Promise.all(
    SECTIONS.map(async ({ service, section }) => {
      const result = await ask(exportOf(service), {}, { timeoutMs: EXPORT_TIMEOUT_MS });
      return { section, result };
    }),
  );
  const sections: Record<string, unknown> = {};
  for (const { section, result } of answers) {
    if (isRefusal(result)) return result;
    sections[section] = result.output;
  }
  response.set({
    'content-disposition': `attachment; filename="tradeium-export-${exportedAt.slice(0, 10)}.json"`,
    'cache-control': 'no-store',
  });
  response.json({ exported_at: exportedAt, ...sections });
  return undefined;
};

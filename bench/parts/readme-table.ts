// Keeps the tables of the last measurements in the README, each between two comments with its benchmark's name.
import { readFile, writeFile } from 'node:fs/promises';

const README = new URL('../README.md', import.meta.url);

/** Puts a benchmark's table in place of its last one; throws when the README has no place for it. */
export const writeTable = async (name: string, table: string): Promise<void> => {
  const text = await readFile(README, 'utf8');
  const [begin, end] = [`<!-- ${name} -->\n`, `\n<!-- /${name} -->`];
  const from = text.indexOf(begin) + begin.length;
  const to = text.indexOf(end);
  if (from < begin.length || to < 0) throw new Error(`bench/README.md has no place for ${name}`);
  await writeFile(README, `${text.slice(0, from)}\`\`\`\n${table}\n\`\`\`${text.slice(to)}`);
};

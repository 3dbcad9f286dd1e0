// Compresses the build's files once, at the best level, so that no request waits for compression.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const compressed = promisify(brotliCompress);
const TEXT = /\.(js|css|svg)$/;
/** Below this the headers outweigh the savings. */
const BYTES_MIN = 1_024;

/** Writes `<file>.br` next to each text file of the assets. */
export const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  enforce: 'post',
  writeBundle: {
    order: 'post',
    sequential: true,
    async handler({ dir = '' }) {
      const folder = join(dir, 'assets');
      const names = (await readdir(folder)).filter((name) => TEXT.test(name));
      await Promise.all(
        names.map(async (name) => {
          const text = await readFile(join(folder, name));
          if (text.length < BYTES_MIN) return;
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
          };
          await writeFile(join(folder, `${name}.br`), await compressed(text, { params }));
        }),
      );
    },
  },
});

import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { bundle } from './bundle.mjs';
import { root, run } from './ensure.mjs';

const outdir = join(root, 'dist');

// Built apart, so that the two programs share no chunk.
const [types] = await Promise.all([
  run('tsc -p sdk'),
  bundle({
    entryPoints: {
      main: join(root, 'src/main.ts'),
      copy: join(root, 'src/platform/postgres/copy/thread.ts'),
      sheet: join(root, 'src/partner/facts/source/sheet-thread.ts'),
    },
    outdir,
  }),
  bundle({ entryPoints: { exchange: join(root, 'exchange/main.ts') }, outdir }),
]);
await chmod(join(outdir, 'main.js'), 0o755);
if (types.code !== 0) {
  console.error(types.output);
  process.exitCode = 1;
}

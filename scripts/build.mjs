import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { bundle } from './bundle.mjs';
import { root, run } from './ensure.mjs';

const outdir = join(root, 'dist');

await bundle({
  entryPoints: {
    main: join(root, 'src/main.ts'),
    copy: join(root, 'src/platform/postgres/copy/thread.ts'),
  },
  outdir,
});
// Built apart, so that the two programs share no chunk.
await bundle({ entryPoints: { exchange: join(root, 'exchange/main.ts') }, outdir });
await chmod(join(outdir, 'main.js'), 0o755);

const types = await run('tsc -p sdk');
if (types.code !== 0) {
  console.error(types.output);
  process.exitCode = 1;
}

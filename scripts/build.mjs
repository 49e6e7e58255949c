import { join } from 'node:path';
import { bundle } from './bundle.mjs';
import { root } from './ensure.mjs';

await bundle({
  entryPoints: {
    main: join(root, 'src/main.ts'),
    exchange: join(root, 'src/trading/venues/simulated/exchange/main.ts'),
    copy: join(root, 'src/platform/postgres/copy/thread.ts'),
  },
  outdir: join(root, 'dist'),
});

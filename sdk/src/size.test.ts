import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

/** The size of a browser bundle with these exports, in bytes after gzip. */
async function sizeOf(names: string): Promise<{ bytes: number; text: string }> {
  const { outputFiles } = await build({
    stdin: { contents: `export { ${names} } from './index.ts';`, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
  });
  const text = outputFiles[0]?.text ?? '';
  return { bytes: gzipSync(text, { level: 9 }).length, text };
}

describe('a browser bundle', () => {
  it.each(['Trading, session', 'Partner, session'])('with %s is at most 13 KB', async (names) => {
    expect((await sizeOf(names)).bytes).toBeLessThanOrEqual(13_000);
  });

  it('leaves out what is not imported', async () => {
    const { bytes, text } = await sizeOf('verifyWebhook');
    expect(bytes).toBeLessThanOrEqual(1_500);
    expect(text.includes('/trade/v1')).toBe(false);
    expect((await sizeOf('Trading')).text.includes('/api/reports')).toBe(false);
  });
});

import { inflateSync } from 'node:zlib';

/** The texts of a PDF with compressed pages and single-byte fonts, in the order in which they are drawn. */
export function pdfTexts(file: Buffer): string[] {
  const source = file.toString('latin1');
  const pages = [...source.matchAll(/stream\r?\n([^]*?)\r?\nendstream/g)].flatMap(([, stream = '']) => {
    try {
      return [inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')];
    } catch {
      return [];
    }
  });
  return pages.flatMap((page) =>
    [...page.matchAll(/\[([^\]]*)\] TJ/g)].map(([, parts = '']) =>
      [...parts.matchAll(/<([\da-f]*)>/gi)]
        .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
        .join(''),
    ),
  );
}

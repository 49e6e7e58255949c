import { createRequire } from 'node:module';
import { defineFields, lower, parse } from '../src/platform/lucene/index.ts';
import { race } from './harness/measure.ts';

const rival = createRequire(import.meta.url)('lucene') as { parse: (text: string) => object };

const fields = defineFields('reference', {
  reference: { kind: 'keyword', column: 'c.reference', description: '' },
  status: { kind: 'keyword', column: 'c.status', description: '' },
  fromAsset: { kind: 'keyword', column: 'c.from_asset', description: '' },
  venues: { kind: 'keywords', column: 'c.venues', description: '' },
  from: { kind: 'number', column: 'c.from_amount', description: '' },
});

const FILTER = 'status:COMPLETED AND fromAsset:BTC AND venues:(kraken OR binance) AND from:[1 TO 5]';

/** Both count the filters they could read. */
const repeatedly = (read: (text: string) => boolean) => () => {
  let count = 0;
  for (let index = 0; index < 100; index++) count += read(FILTER) ? 1 : 0;
  return count;
};

await race({
  name: `lucene filter of ${FILTER.length} characters`,
  operations: 100,
  ours: repeatedly((text) => {
    const parsed = parse(text, fields);
    return parsed.ok && lower(parsed.query).parameters.length > 0;
  }),
  rivals: { 'lucene (parsing only)': repeatedly((text) => rival.parse(text) !== null) },
  target: '>= 3',
});

import { expect, test } from 'vitest';
import { statement } from '../../src/platform/postgres/index.ts';
import { breakLines, renderStore } from './render-store.ts';

test('a store is shown as the SQL of its statements, under their names', () => {
  const one = statement(['x'], (db, name: string) => db.selectNoFrom((eb) => eb.val(name).as('name')));
  expect(renderStore({ one, other: 'not a statement', helper: () => 1 })).toBe(
    '-- one\nselect $1 as "name";\n',
  );
  expect(renderStore({ helper: () => 1 })).toBe('');
});

test.each([
  ['select "a" from "t" where "b" = $1 order by "a"', 'select "a"\nfrom "t"\nwhere "b" = $1\norder by "a"'],
  ['select (select 1 from "t") from "u"', 'select (select 1 from "t")\nfrom "u"'],
  [`select 'it''s from here' from "t where x"`, `select 'it''s from here'\nfrom "t where x"`],
  [
    'insert into "t" ("a") values ($1) on conflict do nothing',
    'insert into "t" ("a")\nvalues ($1)\non conflict do nothing',
  ],
  ['update "t" set "settings" = $1', 'update "t"\nset "settings" = $1'],
])('%s is broken into lines outside quotes and parentheses only', (text, expected) => {
  expect(breakLines(text)).toBe(expected);
  expect(breakLines(text).replaceAll('\n', ' ')).toBe(text);
});

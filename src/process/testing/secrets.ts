import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql } from 'postgres';

/** Everywhere the texts could stand: as they are, and as JSON, addresses, forms, bytea columns and tokens write them. */
export function seeker(texts: readonly string[]): (haystack: string) => string[] {
  const wanted = texts.map((text) => [text, formsOf(text)] as const);
  return (haystack) => {
    const lower = haystack.toLowerCase();
    return wanted.flatMap(([text, forms]) => (forms.some((form) => lower.includes(form)) ? [text] : []));
  };
}

function formsOf(text: string): string[] {
  const bytes = Buffer.from(text);
  const escaped = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index))
    .map((code) => `\\u${code.toString(16).padStart(4, '0')}`)
    .join('');
  // Where it begins within three bytes decides how base 64 writes it; what also holds bits of its neighbours is left out.
  const tokens = [0, 1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6)),
  );
  const encoded = encodeURIComponent(text);
  return [text, escaped, encoded, encoded.replaceAll('%20', '+'), bytes.toString('hex'), ...tokens].map(
    (form) => form.toLowerCase(),
  );
}

/** Every row of every table, as text, by the name of its table. */
export async function dumpTables(sql: Sql): Promise<ReadonlyMap<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`;
  const dumped = new Map<string, string>();
  for (const { name } of tables) {
    const rows = await sql.unsafe(`select t::text as row from ${name} as t`);
    dumped.set(name, rows.map(({ row }) => String(row)).join('\n'));
  }
  return dumped;
}

/** Every file below a folder, by its path. */
export function readFiles(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return new Map(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path, readFileSync(path).toString('utf8')];
    }),
  );
}

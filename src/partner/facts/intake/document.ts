import { type Field, type Kind, KINDS } from '../kinds/index.ts';
import { describeType } from './checks.ts';

const INTRODUCTION = `# Facts

The partner service computes all reports from the facts on this page. Send them to \`POST /api/facts/{kind}/\` as
NDJSON (one JSON object per line), CSV, XLSX or Parquet: at most 64 MiB, also after unpacking, and 1,000,000 lines; NDJSON
and CSV may be packed with gzip. Or import them from a file of any size with \`quaestor import\`.

- A fact has a key. Sending the same fact again changes nothing; sending other content under the same key replaces the
  old fact and everything computed from it. A batch with one key and two contents is refused.
- A correction that changes the rewards of more than a million orders is answered when all of them are computed. Until
  then reports show the state before, and other batches get 503 after five seconds: send them again.
- A batch is stored whole or not at all. The answer counts the facts that were new, repeated, replaced and refused,
  and lists line, field, value and reason of the first 1,000 faults. Reading stops after 1,000 lines with faults of their own;
  the answer then names the last line that was read.
- With the header \`Idempotency-Key\` (\`--idempotency-key\` on the command line) the same batch sent again gets its first
  answer, also when others have changed its facts since. Other facts under a used key are refused with 409.
- Facts can be withdrawn: \`POST /api/manage/facts/voids\` voids a batch by its number, or single facts by their keys. A
  void is a batch of its own, so rewards follow and credited days become adjustments. It leaves every fact of the voided
  batch as if that batch had never been sent: a fact that a later batch replaced stays, one that the batch itself
  replaced is again what it was before, and all others are gone. A repeated fact belongs to the batch that brought it
  first. Facts that others refer to, and accounts with a ledger, cannot be withdrawn. Send withdrawn facts again to bring
  them back.
- A fact may refer only to stored facts, or to others of its own kind in the same batch. Apart from that, facts may
  arrive late and in any order, for example tariffs and rates after the orders they apply to.
- Decimals are JSON numbers or strings in plain notation and are never rounded. An absent field and a null are the
  same. Date-times are UTC and end with \`Z\`.
- In CSV and in the first sheet of a workbook the first line names the fields, in any order; an empty cell is an absent
  value. CSV is separated by commas, semicolons or tabs: the ones that the first line has most of, or those of the parameter
  \`separator\`. \`decimal=comma\` takes decimals with a comma. A line break in a quoted cell becomes a space. A number in a
  workbook is taken with the digits that it was typed with, and a date without a zone is taken for UTC. A sheet has at most
  5,000,000 cells, counted as rows times columns up to the last cell that has a value: one far cell counts for all before it.
- In Parquet a decimal must not be a floating-point column.
- \`columns={"Account":"client_account","Remark":null}\` names the fields of columns with other names, and leaves columns
  out. \`dry_run=true\` checks and counts everything and stores nothing. \`file_name\` is kept in the history of batches.
- Managers (scope \`program:view\`) can list the kinds with their fields (\`GET /api/manage/facts/kinds\`), read facts back
  (\`…/kinds/{kind}/rows?filter=partner_uid=P1001\`) and see who sent which batch (\`…/batches\`).

The token needs the partner service and the scope \`facts:write\`, which \`operator\` has in demo mode:

\`\`\`sh run
SECRET=$(node -p "require('./data/credentials.json').operator.client_secret")
TOKEN=$(curl -s --fail-with-body http://127.0.0.1:8081/oauth/token -d grant_type=client_credentials -u "operator:$SECRET" |
  node -p "JSON.parse(require('fs').readFileSync(0)).access_token")
echo '{"currency":"EUR","rate_date":"2020-03-02","per_usd":0.8972}' > rates.ndjson
curl -s --fail-with-body http://127.0.0.1:8081/api/facts/rates/ -H "Authorization: Bearer $TOKEN" \\
  -H 'content-type: application/x-ndjson' --data-binary @rates.ndjson
\`\`\`

\`\`\`json
{ "accepted": 1, "repeated": 0, "replaced": 0, "refused": 0 }
\`\`\`

The command line needs no token (\`quaestor\` is \`node dist/main.js\`). Facts that are sent again count as repeated:

\`\`\`sh run
quaestor import rates rates.ndjson
\`\`\`

\`\`\`text
accepted 0, repeated 1, replaced 0, refused 0
\`\`\`

Load the kinds in the order of this page.
`;

/** The page \`docs/facts.md\`: every kind and field as they are declared. */
export function renderFacts(): string {
  return [INTRODUCTION, ...KINDS.map(renderKind)].join('\n');
}

function renderKind(kind: Kind): string {
  const example = Object.fromEntries(
    Object.entries(kind.fields).map(([name, field]) => [name, exampleOf(field)]),
  );
  const rules = [...kind.rules, ...kind.guards].map(({ field, reason }) => `- \`${field}\` ${reason}.`);
  return [
    `## ${kind.name}`,
    '',
    kind.description,
    '',
    `Key: ${kind.key.map((name) => `\`${name}\``).join(', ')}.`,
    '',
    '| Field | Meaning | Form |',
    '|---|---|---|',
    ...Object.entries(kind.fields).map(([name, field]) => renderField(kind, name, field)),
    '',
    ...(rules.length > 0 ? [...rules, ''] : []),
    '```json',
    JSON.stringify(example),
    '```',
    '',
  ].join('\n');
}

function renderField(kind: Kind, name: string, field: Field): string {
  const references = kind.references
    .filter((reference) => reference.field === name)
    .map(({ to, when }) => (when ? `known in ${to} when ${when.field} is ${when.equals}` : `known in ${to}`));
  const written = [describeType(field.type), ...references, ...(field.required ? [] : ['optional'])].join(
    '; ',
  );
  return `| \`${name}\` | ${field.description} | ${written.replaceAll('|', '\\|')} |`;
}

const exampleOf = ({ type, example }: Field): string | number | boolean =>
  type.is === 'decimal' ? Number(example) : example;

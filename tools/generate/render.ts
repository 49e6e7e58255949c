import type { TObject } from 'typebox';
import { stringify } from 'yaml';
import { EXAMPLE_VENUES, settings, venueMembers, type Setting } from '../../src/config/index.ts';
import { ERRORS } from '../../src/kernel/index.ts';
import { ROLES } from '../../src/platform/auth/index.ts';
import type { EventDefinition } from '../../src/platform/events/index.ts';
import { partnerEvents, tradingEvents } from '../../src/process/index.ts';
import type { AccessRow } from './access.ts';

const MADE_BY = 'This page is made by `npm run generate`; do not edit it by hand.';

/** docs/errors.md */
export function renderErrors(): string {
  const rows = Object.entries(ERRORS).map(([code, { status, title, remedy }]) => [
    `\`${code}\``,
    String(status),
    title,
    remedy,
  ]);
  return `# Errors

Every fault is answered as \`application/problem+json\` (RFC 9457) with the members \`type\`, \`title\`, \`status\`,
\`detail\`, \`instance\`, \`code\` and \`traceId\`; bad input adds \`errors\`, a map from field path to messages. Programs
should look at \`code\`: it never changes. \`traceId\` is also in the \`x-request-id\` header and in the logs. A running
service explains each code at \`GET /problems/{code}\`, the address that \`type\` gives.

The OAuth endpoints answer their faults as \`application/json\` with the members above and, beside them, the \`error\`
that OAuth clients look for.

${table(['Code', 'Status', 'Meaning', 'How to fix it'], rows)}
${MADE_BY}
`;
}

/** docs/access.md */
export function renderAccess(rows: readonly AccessRow[]): string {
  const tables = (['trading', 'partner'] as const).map((service) => {
    const roles = Object.keys(ROLES).filter((role) => role.startsWith(`${service}:`));
    const cells = rows
      .filter((row) => row.service === service)
      .map(({ method, path, scope, roles: allowed }) => [
        `\`${method} ${path}\``,
        scope,
        ...roles.map((role) => (allowed.includes(role) ? 'yes' : '')),
      ]);
    const titles = roles.map((role) => role.slice(service.length + 1));
    return `## ${service === 'trading' ? 'Trading' : 'Partner'} service\n\n${table(['Operation', 'Scope', ...titles], cells)}`;
  });
  return `# Who may do what

A person has roles, each a set of scopes of one service; a client has scopes. Operations that anybody may call are not
listed. \`any token\` means everybody who is signed in.

${tables.join('\n')}
${MADE_BY}
`;
}

const eventTable = (events: readonly EventDefinition<string, TObject>[]): string =>
  table(
    ['Event', 'When', '`data`', 'Scope'],
    events.map(({ type, summary, scope, payload }) => [
      `\`${type}\``,
      summary,
      Object.keys(payload.properties)
        .map((name) => `\`${name}\``)
        .join(', '),
      `\`${scope}\``,
    ]),
  );

/** docs/webhooks.md */
export function renderWebhooks(): string {
  return `# Webhooks

\`POST /notification/v1/destinations\` of a service subscribes a URL to events of that service. Each event is sent by \`POST\` as
\`{"type": …, "timestamp": …, "data": …}\`, signed by the convention of
[Standard Webhooks](https://www.standardwebhooks.com): verify it with one of its libraries, or
with \`verifyWebhook\` of [@quaestor/sdk](../sdk/README.md), and the secret of the destination.

Messages arrive at least once, and in order for each resource. The header \`webhook-id\` is equal at every attempt: use it to
ignore repeats. Answer with any 2xx status within 15 seconds, or the message is sent again.

\`GET /notification/v1/destinations/{id}/history\` counts what was received, what waits, what was given up and the attempts that
failed, for each of the last 30 days or 48 hours (\`by\`). The console draws it, on both services.

Messages go to public addresses only, unless \`webhooks.allowPrivateAddresses\` is set. Demo mode has an inbox on this machine that
receives webhooks all the same: the first lines of \`npm start\` show its address, and a destination that sends to it is there. Open
the address in a browser: it shows the last 100 messages with method, headers and body, and whether the signature is verified.

## Trading service

${eventTable(tradingEvents)}
The schema of each message is in the section \`webhooks\` of the [OpenAPI document](openapi/trading.json).

## Partner service

A client needs the grant \`partner:webhooks:edit\`.

${eventTable(partnerEvents)}
The schema of each message is in the section \`webhooks\` of the [OpenAPI document](openapi/partner.json).

${MADE_BY}
`;
}

/** docs/configuration.md */
export function renderConfiguration(): string {
  const rows = settings().map((setting) => [
    `\`${setting.path}\``,
    setting.env === undefined ? '' : `\`${setting.env}\``,
    setting.flag === undefined ? '' : `\`${setting.flag}\``,
    `\`${JSON.stringify(setting.schema.default)}\``,
    [setting.schema.description ?? '', limitsOf(setting)].join(' ').trim(),
  ]);
  return `# Configuration

Settings come from four places; each wins over those before it: defaults, a configuration file, the environment,
flags of \`serve\`. The file is YAML or JSON. It is named by \`--config\` or \`QUAESTOR_CONFIG\`; otherwise \`quaestor.yaml\`,
\`quaestor.yml\` or \`quaestor.json\` in the working folder is taken. [quaestor.example.yaml](../quaestor.example.yaml) holds
every key with its default, commented out.

Without a file Quaestor is in demo mode: it listens on loopback addresses only and makes its secrets by itself. With a
file, \`secret\` must be given.

A wrong value stops the start with the key, where it came from, and the allowed form. \`serve --print-config\` shows the
settings as they come out, with secrets masked. Lists are written \`a,b,c\` in the environment and in flags. Only what people type at a
terminal has a flag, and never a secret, because others on the machine can see it.

${table(['Key', 'Environment', 'Flag', 'Default', 'Meaning'], rows)}
## Venues

Each item of \`venues\` has these members. \`quaestor venues check\` tries them out.

${table(
  ['Member', 'Meaning'],
  venueMembers().map(({ name, description }) => [`\`${name}\``, description]),
)}
\`\`\`yaml
${stringify({ venues: EXAMPLE_VENUES }).trim()}
\`\`\`

${MADE_BY}
`;
}

/** quaestor.example.yaml: without the first `#` of each line that begins a setting or is within a group, it is whole. */
export function renderExample(): string {
  let group = '';
  const lines = settings().flatMap((setting) => {
    const [name = '', ...groups] = setting.path.split('.').reverse();
    const opens = groups.join('.') !== group;
    group = groups.join('.');
    const indent = '  '.repeat(groups.length);
    const text = `${setting.schema.description ?? ''} ${limitsOf(setting)}`.trim();
    const value = stringify(setting.schema.default, {
      collectionStyle: 'flow',
      flowCollectionPadding: false,
    });
    return [
      ...(group === '' ? [''] : opens ? ['', `#${group}:`] : []),
      ...wrap(text, 100).map((line) => (group === '' ? `# ${line}` : `#${indent}# ${line}`)),
      ...(name === 'venues' ? exampleVenues() : []),
      `#${indent}${name}: ${value.trim()}`,
    ];
  });
  return `# Configuration of Quaestor. Copy this file to quaestor.yaml and take the first # away from the lines you want to
# change and from the line that names their group; every value shown is the default. Once there is a file, \`secret\`
# must be given. Nearly every key can also stand in the environment: see docs/configuration.md.
# This file is made by \`npm run generate\`.
${lines.join('\n')}
`;
}

/** Lines that stay comments when the first `#` of each line is removed. */
const exampleVenues = (): string[] => [
  '# Such as:',
  ...stringify({ venues: EXAMPLE_VENUES })
    .trim()
    .split('\n')
    .map((line) => `## ${line}`),
];

interface Limits {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

function limitsOf({ schema }: Setting): string {
  const { enum: values, minimum, maximum } = schema as Limits;
  if (values !== undefined) return `One of ${values.join(', ')}.`;
  return minimum === undefined ? '' : `From ${minimum} to ${maximum}.`;
}

/** In Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

function wrap(text: string, width: number): string[] {
  return text.split(' ').reduce<string[]>((lines, word) => {
    const last = lines.at(-1);
    return last === undefined || last.length + word.length >= width
      ? [...lines, word]
      : [...lines.slice(0, -1), `${last} ${word}`];
  }, []);
}

import { existsSync } from 'node:fs';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Row {
  /** As the interface document numbers it. */
  readonly row: string;
  readonly operations: readonly string[];
  /** The test that compares it with the document. */
  readonly test: string;
}

const REPORTS = 'src/partner/reports/contract.test.ts';
const DETAILS = 'src/partner/rewards/routes.test.ts';

/** Every row of both interface documents. */
const CONTRACT: Readonly<Record<'trading' | 'partner', readonly Row[]>> = {
  trading: [
    { row: '4.1', operations: ['createWithdrawal'], test: 'src/trading/withdrawals/creation/create.test.ts' },
    { row: '4.2', operations: ['listWithdrawals'], test: 'src/trading/withdrawals/reading/list.test.ts' },
    { row: '4.3', operations: ['listConversions'], test: 'src/trading/conversions/list.test.ts' },
    { row: '4.4', operations: ['getAggregatedOrderBook'], test: 'src/trading/market-data/routes.test.ts' },
    { row: '4.5', operations: ['getExport'], test: 'src/trading/exports/create.test.ts' },
  ],
  partner: [
    { row: '1', operations: ['getPerformance'], test: REPORTS },
    { row: '2', operations: ['getTrafficQuality'], test: REPORTS },
    { row: '3', operations: ['getSecondLevelAccounts'], test: REPORTS },
    { row: '4', operations: ['getIbPerformance'], test: REPORTS },
    { row: '5', operations: ['getSecondLevelRewards'], test: REPORTS },
    { row: '6', operations: ['getClientTransactions'], test: REPORTS },
    { row: '7', operations: ['getSharedAccounts'], test: REPORTS },
    { row: '8', operations: ['getProgressRewardDetail'], test: REPORTS },
    { row: '9', operations: ['explainForexOrder', 'explainForexOrderOnServer'], test: DETAILS },
    { row: '10', operations: ['explainCfdOrder', 'explainCfdOrderOnServer'], test: DETAILS },
    { row: '11', operations: ['getRebateGroup'], test: 'src/partner/rebates/routes.test.ts' },
    { row: '12', operations: ['getProgressRewards'], test: REPORTS },
    { row: '13', operations: ['listWalletAccounts'], test: 'src/partner/wallets/routes.test.ts' },
    { row: '14', operations: ['getCreditedRewards'], test: REPORTS },
    { row: '15', operations: ['renameWalletAccount'], test: 'src/partner/wallets/routes.test.ts' },
  ],
};

/** The reports are those whose answer has rows in `data`. */
function listNulls({ components: { schemas } }: Document): string[] {
  const propertiesOf = (schema: Schema | undefined): Readonly<Record<string, Schema>> => {
    const name = schema?.$ref?.split('/').at(-1);
    return (name === undefined ? schema : schemas[name])?.properties ?? {};
  };
  const namesIn = (schema: Schema | undefined): string =>
    Object.entries(propertiesOf(schema))
      .filter(([, { type }]) => Array.isArray(type) && type.includes('null'))
      .map(([name]) => `\`${name}\``)
      .join(', ') || 'none';
  return Object.entries(schemas)
    .filter(([name]) => name.endsWith('Report'))
    .map(([name, { properties = {} }]) => {
      const { data, ...rest } = properties;
      return `| ${name.slice(0, -'Report'.length)} | ${namesIn(data?.items)} | ${namesIn(Object.values(rest)[0])} |`;
    });
}

/** docs/contract.md */
export function renderContract(documents: Readonly<Record<keyof typeof CONTRACT, Document>>): string {
  const tables = (['trading', 'partner'] as const).map((service) => {
    const rows = CONTRACT[service].map(({ row, operations: names, test }) => {
      if (!existsSync(test))
        throw new Error(`Row ${row} of ${service} names a test that is not there: ${test}`);
      const found = names.map((name) => `\`${endpointOf(documents[service], name)}\``);
      return `| ${row} | ${found.join('<br>')} | ${names.map((name) => `\`${name}\``).join('<br>')} | [${test}](../${test}) |`;
    });
    const title = service === 'trading' ? 'Trading' : 'Partner';
    return `## ${title} service\n\n| Row | Endpoint | Operation | Shown by |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`;
  });
  return `# The contract, row by row

The interfaces of both services were agreed in two documents. Every row of them is served, and a test compares the answer with
the document. What the services have beyond that is in their [OpenAPI documents](openapi); what a later version may change is in
[Compatibility](compatibility.md).

${tables.join('\n')}
## Fields that can be null

The documents show plain types; these fields are null where their description says so.

| Report | Fields of rows | Fields of totals |
| --- | --- | --- |
${listNulls(documents.partner).join('\n')}

This page is made by \`npm run generate\`; do not edit it by hand.
`;
}

function endpointOf({ paths }: Document, operation: string): string {
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { operationId }] of Object.entries(
      methods as Record<string, { operationId?: string }>,
    )) {
      if (operationId === operation) return `${method.toUpperCase()} ${path}`;
    }
  }
  throw new Error(`There is no operation ${operation}.`);
}

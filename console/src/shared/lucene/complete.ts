export interface Field {
  readonly name: string;
  readonly description: string;
  readonly kind: string;
  readonly values: readonly string[];
}

export interface Completions {
  /** Where the text that is completed begins. */
  readonly from: number;
  readonly options: readonly { readonly label: string; readonly apply: string; readonly detail?: string }[];
}

const OPERATORS = ['AND', 'OR', 'NOT'];

/** What can stand at the end of this beginning of a filter: values of a field, or fields and operators. */
export function complete(before: string, fields: readonly Field[]): Completions | undefined {
  const inQuotes = (before.replaceAll(/\\./g, '').match(/"/g) ?? []).length % 2 === 1;
  const value = /(?:^|[\s(+\-!])([\w.]+):("?)([^\s()"]*)$/.exec(before);
  if (value !== null) {
    const [, name = '', quote = '', start = ''] = value;
    const field = fields.find((known) => known.name === name);
    if (field === undefined || field.values.length === 0) return undefined;
    return {
      from: before.length - start.length,
      options: field.values.map((label) => ({
        label,
        apply: quote === '' ? quoted(label) : `${label}"`,
      })),
    };
  }
  const word = /(?:^|[\s(+\-!])([\w.]*)$/.exec(before);
  if (word === null || inQuotes) return undefined;
  const [, start = ''] = word;
  const operators = before.trim() === start ? [] : OPERATORS;
  return {
    from: before.length - start.length,
    options: [
      ...fields.map(({ name, description }) => ({ label: name, apply: `${name}:`, detail: description })),
      ...operators.map((label) => ({ label, apply: `${label} ` })),
    ],
  };
}

const quoted = (value: string): string =>
  /^[\w.]+$/.test(value) ? value : `"${value.replaceAll('"', '\\"')}"`;

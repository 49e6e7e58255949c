/**
 * What a field holds. `keyword` is one text and `keywords` a list of them, both compared exactly;
 * `number` is an exact decimal; `time` is an instant.
 */
export type FieldKind = 'keyword' | 'keywords' | 'number' | 'time';

export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  /** A trusted SQL expression of type text, text[], numeric or timestamptz. */
  readonly column: string;
  /** One sentence for the docs and the console's completion. */
  readonly description: string;
  /** For completion: all values it can have, or `recent` where those of the newest rows are worth showing. */
  readonly values?: readonly string[] | 'recent';
  /** Other spellings of values. */
  readonly aliases?: ReadonlyMap<string, string>;
  /** Of a number: a value that is a time is compared with this column, as the first or the last instant. */
  readonly orTime?: { readonly column: string; readonly end: 'first' | 'last' };
}

export interface Fields {
  /** Searched by a term without a field. */
  readonly defaultField: Field;
  readonly byName: ReadonlyMap<string, Field>;
}

export function defineFields<Name extends string>(
  defaultName: NoInfer<Name>,
  declarations: Readonly<Record<Name, Omit<Field, 'name'>>>,
): Fields {
  const named = (name: Name): Field => ({ name, ...declarations[name] });
  const names = Object.keys(declarations) as Name[];
  return {
    defaultField: named(defaultName),
    byName: new Map(names.map((name) => [name, named(name)])),
  };
}

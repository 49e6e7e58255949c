import type { Context } from '../../../kernel/index.ts';
import { put, type FactRow } from '../../testing/facts.ts';
import type { Kind } from '../declare.ts';
import { KINDS } from '../kinds/index.ts';
import type { Facts } from '../open.ts';

/** The row that the documentation of a kind shows. */
export const exampleOf = (kind: Kind): FactRow =>
  Object.fromEntries(Object.entries(kind.fields).map(([name, { example }]) => [name, example]));

/** The partners whom the examples of other partners refer to. */
const BEFORE: readonly FactRow[] = [{ partner_uid: 'P1000' }, { partner_uid: 'P1002' }];

/** Takes in the example of every kind, one after the other as they are listed. */
export async function putExamples(context: Context<Facts>): Promise<void> {
  await put(context, 'partners', ...BEFORE);
  for (const kind of KINDS) await put(context, kind.name, exampleOf(kind));
}

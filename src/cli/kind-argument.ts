import { Argument } from 'commander';
import { KINDS, requireKind } from '../partner/facts/kinds/index.ts';

/** A kind of facts: completed at the terminal, and refused with the kind that was meant before anything is read. */
export const kindArgument = (): Argument =>
  new Argument('<kind>').choices(KINDS.map(({ name }) => name)).argParser((name) => requireKind(name).name);

import { Decimal, noFieldErrors, Problem, refuseFieldErrors, type FieldErrors } from '../../kernel/index.ts';
import type { ListedVenue, VenueDirectory } from '../directory.ts';
import type { Place } from './decide.ts';
import type { Settings, Source } from './schema.ts';

const FIELDS = {
  TRANSFER: { needed: ['venue', 'network'], foreign: ['asset', 'maxSlippageBps'] },
  CONVERSION: { needed: ['asset', 'maxSlippageBps'], foreign: ['venue', 'network'] },
} as const;

/** Refuses what does not depend on the venues. */
export function checkShape({ venue, asset }: Place, settings: Settings): void {
  const errors = noFieldErrors();
  const [minimum, target, maximum] = [settings.minimum, settings.target, settings.maximum].map((text) =>
    Decimal.parse(text),
  ) as [Decimal, Decimal, Decimal];
  if (target.compare(minimum) <= 0) errors['target'] = ['must be more than minimum'];
  if (maximum.compare(target) <= 0) errors['maximum'] = ['must be more than target'];
  const seen = new Set<string>();
  for (const [index, source] of settings.sources.entries()) {
    const at = (field: string): string => `sources.${index}.${field}`;
    const { needed, foreign } = FIELDS[source.kind];
    for (const field of needed)
      if (source[field] === undefined) errors[at(field)] = [`is required with ${source.kind}`];
    for (const field of foreign) {
      if (source[field] !== undefined) errors[at(field)] = [`must be left out with ${source.kind}`];
    }
    if (source.venue === venue) errors[at('venue')] = ['must be another venue'];
    if (source.asset === asset) errors[at('asset')] = ['must be another asset'];
    const key = JSON.stringify([source.kind, source.venue, source.asset]);
    if (seen.has(key)) errors[at('kind')] = ['is the same place as an earlier source'];
    seen.add(key);
  }
  refuseFieldErrors(errors);
}

/** Refuses what the venues cannot do. */
export async function checkAtVenues(
  directory: VenueDirectory,
  tenant: string,
  { venue, asset }: Place,
  { sources }: Settings,
): Promise<void> {
  const here = await directory.find(tenant, venue);
  if (!here) throw new Problem('not_found', `There is no venue ${venue}.`);
  const own = here.description.assets.find(({ code }) => code === asset);
  if (!own) throw new Problem('not_found', `There is no asset ${asset} at ${venue}.`);
  const errors = noFieldErrors();
  for (const [index, source] of sources.entries()) {
    const fault =
      source.kind === 'TRANSFER'
        ? transferFault(
            { here, source, asset },
            source.venue === undefined ? undefined : await directory.find(tenant, source.venue),
          )
        : conversionFault(here, source);
    if (fault)
      Object.assign(errors, { [`sources.${index}.${fault.field}`]: [fault.message] } satisfies FieldErrors);
  }
  refuseFieldErrors(
    errors,
    (found) => new Problem('unprocessable', 'The venues cannot do that.', { errors: found }),
  );
}

interface Fault {
  readonly field: keyof Source;
  readonly message: string;
}

function transferFault(
  { here, source, asset }: { here: ListedVenue; source: Source; asset: string },
  there: ListedVenue | undefined,
): Fault | undefined {
  const { venue = '', network = '' } = source;
  if (!there) return { field: 'venue', message: 'is no venue' };
  const listed = there.description.assets.find(({ code }) => code === asset);
  if (!listed) return { field: 'venue', message: `has no ${asset}` };
  if (!here.venue.deposits)
    return { field: 'venue', message: 'cannot send: this venue does not list deposits' };
  const ways = [listed, here.description.assets.find(({ code }) => code === asset)];
  const isKnown = ways.every((each) => each?.networks.some(({ code }) => code === network));
  return isKnown
    ? undefined
    : { field: 'network', message: `is not offered for ${asset} by both ${venue} and this venue` };
}

const conversionFault = ({ description }: ListedVenue, { asset }: Source): Fault | undefined =>
  description.assets.some(({ code }) => code === asset)
    ? undefined
    : { field: 'asset', message: 'is not an asset of this venue' };

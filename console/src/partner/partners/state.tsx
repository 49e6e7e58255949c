import type { ManagedPartners } from '@quaestor/sdk';
import { Status, type Tone } from '../../shared/parts/index.ts';
import { texts } from './texts.ts';

type Suspendable = Pick<ManagedPartners['partners'][number], 'suspended_since'>;

export const stateOf = ({
  suspended_since: since,
}: Suspendable): { code: string; tone: Tone; label: string } =>
  since === null
    ? { code: 'earns', tone: 'good', label: texts.earns }
    : { code: 'suspended', tone: 'bad', label: texts.suspendedSince(since) };

export const PartnerState = ({ partner }: { partner: Suspendable }) => <Status {...stateOf(partner)} />;

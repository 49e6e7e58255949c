import type { AccessProposal } from '@quaestor/sdk';
import { queryOptions } from '@tanstack/react-query';
import type { Service } from '../session/index.ts';
import type { Source } from '../waiting/index.ts';
import { texts } from './texts.ts';

/** Of the changes that are read, newest first. */
export const MOST_CHANGES = 200;

/** What other admins propose. */
export const accessSource = ({ access }: Service): Source => ({
  ...texts.source,
  id: 'access',
  noun: 'access',
  scope: 'admin',
  screen: '/access',
  place: { to: '/access' },
  read: async ({ signal }) => {
    const proposals = await access.list({ status: 'PROPOSED' }, { signal }).toArray({ limit: MOST_CHANGES });
    return {
      items: proposals
        .filter(({ isOwn }) => !isOwn)
        .map((proposal) => ({
          id: proposal.id,
          about: texts.source.about(nameOfChange(proposal), proposal.account),
          by: proposal.proposedBy,
          at: proposal.proposedAt,
          place: { to: '/access', search: { id: proposal.id } },
        })),
    };
  },
});

export const accessQuery = ({ access }: Service, status: Status | undefined) =>
  queryOptions({
    queryKey: ['access', 'list', status],
    queryFn: ({ signal }) =>
      access.list(status === undefined ? {} : { status }, { signal }).toArray({ limit: MOST_CHANGES }),
  });

/** What a change of access does. */
export const nameOfChange = ({ action }: Pick<AccessProposal, 'action'>): string =>
  texts.actions[action] ?? action;

export const STATUSES = ['PROPOSED', 'ANNOUNCED', 'CONFIRMED', 'REFUSED', 'WITHDRAWN'] as const;
type Status = (typeof STATUSES)[number];

import type { PartnerReads } from '@quaestor/sdk';
import { useMemo } from 'react';
import { parameters, useAddress } from '../shared/list/index.ts';
import { useScope } from '../shared/session/index.ts';
import { partner } from './api.ts';

/** The search parameter with the partner whose screens a manager reads. */
export const AS = 'as';
export const viewedSearch = parameters(AS);

/** The partner whose screens a manager reads, as a parameter of every read; empty for all others, who see their own. */
export function useViewed(): { readonly partner_uid?: string } {
  const { [AS]: uid } = useAddress(viewedSearch).search;
  const isManager = useScope('program:view');
  return isManager && uid !== undefined ? { partner_uid: uid } : {};
}

/** What can be read of the partner whose screens are shown. `of` is part of the keys of its queries. */
export interface Reads extends PartnerReads {
  readonly of: string;
}

export function useReads(): Reads {
  const { partner_uid: uid } = useViewed();
  return useMemo(() => {
    const { reports, profile, links, wallets, disbursements, rebateGroups, orders } =
      uid === undefined ? partner : partner.as(uid);
    return { reports, profile, links, wallets, disbursements, rebateGroups, orders, of: uid ?? '' };
  }, [uid]);
}

/** Whether the person may write: a partner with the scope, never a manager who looks at a partner. */
export function useMayWrite(scope: string): boolean {
  const { partner_uid: uid } = useViewed();
  return useScope(scope) && uid === undefined;
}

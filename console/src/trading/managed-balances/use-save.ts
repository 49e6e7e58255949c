import type { ManagedBalanceSettings } from '@quaestor/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { say } from '../../shared/messages/index.ts';
import { trading } from '../api.ts';
import { idOf, nameOf } from './describe.ts';
import { managedBalancesQuery } from './queries.ts';
import { texts } from './form-texts.ts';

interface Saved {
  readonly venue: string;
  readonly asset: string;
  readonly settings: ManagedBalanceSettings;
  /** Of what the form was filled in with. */
  readonly ifMatch?: string;
}

/** Saves the settings, and shows the balance. */
export function useSave() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ venue, asset, settings, ifMatch }: Saved) =>
      trading.managedBalances.set(venue, asset, settings, ifMatch === undefined ? {} : { ifMatch }),
    onSuccess: async (balance) => {
      await client.invalidateQueries({ queryKey: managedBalancesQuery().queryKey });
      await navigate({ to: '/managed-balances', search: { id: idOf(balance) } });
      const sayOf = balance.pending === null ? texts.inForce : texts.waits;
      say({ text: sayOf(nameOf(balance)) });
    },
  });
}

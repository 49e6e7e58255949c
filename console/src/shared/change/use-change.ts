import { useMutation, useQueryClient } from '@tanstack/react-query';

/** A change at the server, after which everything that is shown of the noun is read again, also if it was refused. */
export function useChange<Data, Input = void>(noun: string, mutationFn: (input: Input) => Promise<Data>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: [noun] }) });
}

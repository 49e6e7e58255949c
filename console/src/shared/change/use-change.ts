import { useMutation, useQueryClient } from '@tanstack/react-query';
import { say, type Message } from '../messages/index.ts';

/**
 * A change at the server, after which everything that is shown of the noun is read again, also if it was refused. `done`
 * is the message that the person reads when the server has made it.
 */
export function useChange<Data, Input = void>(
  noun: string,
  mutationFn: (input: Input) => Promise<Data>,
  done?: (data: Data, input: Input) => Message | undefined,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (data, input) => {
      const message = done?.(data, input);
      if (message !== undefined) say(message);
    },
    onSettled: () => client.invalidateQueries({ queryKey: [noun] }),
  });
}

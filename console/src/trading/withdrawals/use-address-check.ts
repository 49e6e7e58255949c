import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { trading } from '../api.ts';
import { texts } from './create-texts.ts';

const TYPING_MS = 300;

interface Place {
  readonly network: string | null;
  readonly address: string;
  readonly tag: string;
}

/** What the server finds wrong with an address and its tag, once a person stops typing. */
export function useAddressCheck({ network, address, tag }: Place): { address?: string; tag?: string } {
  const typed = JSON.stringify([network, address.trim(), tag.trim()]);
  const [settled] = useDebouncedValue(typed, TYPING_MS);
  const isSettled = settled === typed;
  const { data } = useQuery({
    queryKey: ['addresses', typed],
    queryFn: ({ signal }) =>
      trading.destinations.check(
        { network: network ?? '', address: address.trim(), ...(tag.trim() !== '' && { tag: tag.trim() }) },
        { signal },
      ),
    enabled: isSettled && network !== null && address.trim() !== '',
    staleTime: Infinity,
  });
  const [addressFault] = data?.errors['address'] ?? [];
  const [tagFault] = data?.errors['tag'] ?? [];
  return {
    ...(addressFault !== undefined && { address: texts.create.fault(addressFault) }),
    ...(tagFault !== undefined && { tag: texts.create.fault(tagFault) }),
  };
}

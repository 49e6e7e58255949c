import { useDebouncedValue } from '@mantine/hooks';
import { useQueries, useQuery } from '@tanstack/react-query';
import { formatList } from '../../../shared/text/index.ts';
import { trading } from '../../api.ts';
import { texts } from './texts.ts';

const TYPING_MS = 300;

interface Place {
  readonly network: string | null;
  readonly address: string;
  readonly tag: string;
}

const checkQuery = (network: string, address: string, tag: string) => ({
  queryKey: ['addresses', network, address, tag],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    trading.destinations.check({ network, address, ...(tag !== '' && { tag }) }, { signal }),
  staleTime: Infinity,
});

/**
 * What the server finds wrong with an address and its tag, once a person stops typing. Of an address that does not fit,
 * it says of which other networks it is.
 */
export function useAddressCheck(
  { network, address, tag }: Place,
  networks: readonly string[] = [],
): { address?: string; tag?: string } {
  const typed = JSON.stringify([network, address.trim(), tag.trim()]);
  const [settled] = useDebouncedValue(typed, TYPING_MS);
  const { data } = useQuery({
    ...checkQuery(network ?? '', address.trim(), tag.trim()),
    enabled: settled === typed && network !== null && address.trim() !== '',
  });
  const [addressFault] = data?.errors['address'] ?? [];
  const [tagFault] = data?.errors['tag'] ?? [];
  const others = networks.filter((code) => code !== network);
  const answers = useQueries({
    queries: others.map((code) => ({
      ...checkQuery(code, address.trim(), ''),
      enabled: addressFault !== undefined,
    })),
  });
  const fitting = others.filter((_code, index) => {
    const errors = answers[index]?.data?.errors;
    return errors !== undefined && errors['address'] === undefined;
  });
  const isOf = fitting.length === 0 ? '' : ` ${texts.create.isOf(formatList(fitting))}`;
  return {
    ...(addressFault !== undefined && { address: `${texts.create.fault(addressFault)}${isOf}` }),
    ...(tagFault !== undefined && { tag: texts.create.fault(tagFault) }),
  };
}

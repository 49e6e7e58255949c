import type { Withdrawal } from '@quaestor/sdk';
import { Group, Stack, Text } from '@mantine/core';
import { Address } from '../../shared/money/index.ts';
import { Copy } from '../../shared/parts/index.ts';
import { shorten } from '../../shared/text/index.ts';
import { texts } from './texts.ts';

type Destination = Pick<Withdrawal, 'blockchainDestination' | 'fiatDestination'>;

/** The name of a saved destination, or the ends of an address. */
export function shortDestination({ blockchainDestination, fiatDestination }: Destination): string {
  if (fiatDestination) return fiatDestination.alias;
  if (!blockchainDestination) return '';
  const { alias, address } = blockchainDestination;
  if (alias !== null) return alias;
  return shorten(address);
}

/** Every character of the destination. */
export function WholeDestination({ blockchainDestination, fiatDestination }: Destination) {
  if (fiatDestination) {
    const { alias, reference } = fiatDestination;
    return (
      <Text span inherit>
        {texts.destination.bank(alias, reference)}
      </Text>
    );
  }
  if (!blockchainDestination) return null;
  const { address, network, tag, alias } = blockchainDestination;
  return (
    <Stack gap={2}>
      <Text span inherit>
        {texts.destination.chain(alias, network, tag)}
      </Text>
      <Group gap={4} wrap="nowrap" align="flex-start">
        <Address value={address} />
        <Copy value={address} what={texts.destination.address} />
      </Group>
    </Stack>
  );
}

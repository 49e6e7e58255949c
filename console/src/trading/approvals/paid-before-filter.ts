import type { Approval } from '@quaestor/sdk';

type Destination = Pick<Approval, 'blockchainDestination' | 'fiatDestination'>;

/** Many customers of an exchange have one address: without the tag, a payment to any of them would count. */
export function paidBeforeFilter({ blockchainDestination: chain, fiatDestination }: Destination): string {
  const parts =
    chain === null
      ? [is('alias', fiatDestination?.alias ?? '')]
      : [
          is('address', chain.address),
          is('network', chain.network),
          chain.tag === null ? 'NOT tag:*' : is('tag', chain.tag),
        ];
  return ['status:COMPLETED', ...parts].join(' AND ');
}

const is = (field: string, value: string) => `${field}:"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

import { Type, type Static } from 'typebox';
import type { FieldErrors } from '../kernel/index.ts';

const Network = Type.Object(
  {
    asset: Type.Enum(['BTC', 'ETH', 'SOL', 'BNB', 'LTC', 'XRP', 'TRX', 'USDT', 'USDC', 'EURC', 'DAI'], {
      description: 'The asset, which is also the currency of the account. Required.',
    }),
    network: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'As the trading service calls it, such as TRON. Required.',
    }),
    venue: Type.String({ minLength: 1, maxLength: 255, description: 'The venue that sends it. Required.' }),
    format: Type.Enum(['bitcoin', 'evm', 'solana', 'xrpl', 'tron'], {
      description: 'What its addresses look like. Required.',
    }),
    tag: Type.Optional(
      Type.Enum(['none', 'optional', 'required'], {
        description: 'Whether a destination has a tag. Default: `none`.',
      }),
    ),
  },
  { additionalProperties: false },
);

export const ON_CHAIN = Type.Object(
  {
    url: Type.String({
      default: '',
      maxLength: 2048,
      description:
        'Address of the trading service whose withdrawals pay partners on chain. Empty: nobody is paid on chain.',
    }),
    clientId: Type.String({
      default: '',
      maxLength: 128,
      description:
        'Its client with the scopes venue-transfer:edit and venue-transfer:view; with venues:view, the console asks partners what the venue asks.',
    }),
    clientSecret: Type.String({
      default: '',
      maxLength: 1024,
      description: 'The secret of that client.',
      'x-secret': true,
    }),
    networks: Type.Array(Network, {
      default: [],
      maxItems: 100,
      description: 'The assets and networks in which partners are paid. See docs/disbursements.md.',
      'x-file-only': true,
    }),
  },
  { additionalProperties: false },
);

const at = (member: string): string => `onChain.${member}`;

/** Rules that the schema cannot express. */
export function onChainFaults({
  url,
  clientId,
  clientSecret,
  networks,
}: Static<typeof ON_CHAIN>): FieldErrors {
  const errors: FieldErrors = {};
  if (url !== '' && !(URL.canParse(url) && /^https?:/.test(url)))
    errors[at('url')] = ['must be an http(s):// URL'];
  if (url !== '' && clientId === '') errors[at('clientId')] = ['is required with onChain.url'];
  if (url !== '' && clientSecret === '') errors[at('clientSecret')] = ['is required with onChain.url'];
  if (url === '' && networks.length > 0) errors[at('networks')] = ['need onChain.url'];
  const seen = new Set<string>();
  for (const [index, { asset, network }] of networks.entries()) {
    const key = `${asset} ${network}`;
    if (seen.has(key))
      errors[at(`networks.${index}.network`)] = ['must differ from every one of its asset before it'];
    seen.add(key);
  }
  return errors;
}

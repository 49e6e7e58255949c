import { ADDRESSES } from './addresses.ts';

/** The desk's own wallet, as the venue that asks wants to hear it. */
export const OURS = { relation: 'OWN', wallet: { kind: 'SELF_HOSTED' }, declared: true };

/** A supplier whose recipient a second admin confirms with its address. */
export const SUPPLIER = {
  alias: 'kitakaze-trading',
  kind: 'blockchain',
  network: 'ETHEREUM',
  address: ADDRESSES.ETHEREUM,
  travelRule: {
    relation: 'THIRD_PARTY',
    party: { kind: 'LEGAL', companyName: 'Kitakaze Trading', localName: '北風商事株式会社' },
    address: {
      country: 'JP',
      city: 'Kyoto',
      street: 'Karasuma-dori',
      building: '12',
      postalCode: '604-8152',
    },
    purpose: { code: 'GOODS' },
    wallet: { kind: 'HOSTED', provider: { name: 'Kitakaze Coin', ids: { simulated: 'KTKR' } } },
    declared: true,
  },
};

/** Its provider is not on the list of the venue, which wants to know more before it pays. */
export const GRANTEE = {
  relation: 'THIRD_PARTY',
  party: { kind: 'NATURAL', firstName: 'María José', lastName: 'Etxeberria Agirregomezkorta' },
  address: { country: 'ES', city: 'Donostia' },
  purpose: { code: 'DONATION' },
  wallet: { kind: 'HOSTED', provider: { name: 'Txanpon Wallet', ids: { simulated: 'others' } } },
  declared: true,
};

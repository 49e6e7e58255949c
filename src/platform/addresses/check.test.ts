import { assert, constantFrom, nat, pre, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressFault, canonicalAddress, tagFault, type Network } from './index.ts';

const network = (addressFormat: Network['addressFormat'], tag: Network['tag'] = 'none'): Network => ({
  code: 'NET',
  addressFormat,
  tag,
});

const TYPED = '23456789abcdefABCDEF'.split('');

const RIGHT: Record<Exclude<Network['addressFormat'], 'alias'>, string[]> = {
  bitcoin: [
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '1111111111111111111114oLvT2',
    '3P14159f73E4gFr7JterCCQh9QjiTjiZrG',
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
    'BC1SW50QGDZ25J',
    'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs',
  ],
  evm: [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x0000000000000000000000000000000000000001',
  ],
  solana: [
    'So11111111111111111111111111111111111111112',
    'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    '11111111111111111111111111111111',
  ],
  tron: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH'],
  xrpl: [
    'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
    'rrrrrrrrrrrrrrrrrrrrrhoLvTp',
    'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe',
  ],
};

const WRONG: typeof RIGHT = {
  bitcoin: [
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
    // The test network.
    'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
    'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    // Mixed case, a wrong checksum, and witness programs under the wrong codec or of a wrong length.
    'bc1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdx',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
    'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
    'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
    'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
    'bc1pw5dgrnzv',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
    'bc1gmk9yu',
  ],
  evm: [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD',
    '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0X5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
    '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae',
    '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaedd',
    '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaeg',
  ],
  solana: [
    'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyT',
    '0PjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '1111111111111111111111111111111111111111111111111111111111',
  ],
  tron: [
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
  ],
  xrpl: [
    'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTH',
    'XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXb',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    // A seed, which must never be published, is no address.
    'sn259rEFXrQrWyx3Q7XneWcwV6dfL',
  ],
};

const formats = Object.keys(RIGHT) as (keyof typeof RIGHT)[];

describe.each(formats)('addresses of the format %s', (format) => {
  it.each(RIGHT[format])('take %s', (address) => {
    expect(addressFault(network(format), address)).toBeUndefined();
  });

  it.each([...WRONG[format], '', ' ', `${RIGHT[format][0]} `, `${RIGHT[format][0]}\u0000`])(
    'refuse %j',
    (address) => {
      expect(addressFault(network(format), address)).toMatch(/\w/);
    },
  );

  it('refuse whatever else is given, and never throw', () => {
    assert(
      property(string({ maxLength: 100, unit: 'grapheme' }), (text) => {
        expect(addressFault(network(format), text)).toMatch(/\w/);
      }),
    );
  });
});

// Addresses of Solana carry no checksum.
it.each(formats.filter((format) => format !== 'solana'))(
  'addresses of the format %s show a single mistyped character',
  (format) => {
    const address = RIGHT[format][0] ?? '';
    assert(
      property(nat(address.length - 1), constantFrom(...TYPED), (at, character) => {
        const mistyped = address.slice(0, at) + character + address.slice(at + 1);
        pre(mistyped !== address);
        expect(addressFault(network(format), mistyped)).toMatch(/\w/);
      }),
    );
  },
);

describe('the one form of an address', () => {
  it('is an address of the same network, and has itself as its form', () => {
    for (const format of formats) {
      for (const address of RIGHT[format]) {
        const form = canonicalAddress(address);
        expect([address, addressFault(network(format), form)]).toEqual([address, undefined]);
        expect(canonicalAddress(form)).toBe(form);
      }
    }
  });

  it('is the same for two texts exactly where they differ in nothing but a case that says nothing', () => {
    const all = formats.flatMap((format) => RIGHT[format].map((address) => ({ format, address })));
    for (const { format, address } of all) {
      for (const written of [address.toLowerCase(), address.toUpperCase().replace(/^0X/, '0x')]) {
        const isAddress = addressFault(network(format), written) === undefined;
        const isSame = isAddress && (format === 'evm' || /^bc1/i.test(address));
        expect([address, canonicalAddress(written) === canonicalAddress(address)]).toEqual([
          address,
          isSame || written === address,
        ]);
      }
    }
    const forms = new Set(all.map(({ address }) => canonicalAddress(address)));
    expect(forms.size).toBe(all.length);
  });

  it('of text that is no address is the text, unless it has hexadecimal digits only', () => {
    assert(
      property(string({ maxLength: 100, unit: 'grapheme' }), (text) => {
        expect(canonicalAddress(text)).toBe(/^0x[0-9a-f]+$/i.test(text) ? text.toLowerCase() : text);
      }),
    );
  });
});

it('addresses are refused where a network pays to bank accounts', () => {
  expect(addressFault(network('alias'), 'anything')).toMatch(/bank/);
});

describe('tags', () => {
  it.each([
    ['required', null, /required/],
    ['required', '7', undefined],
    ['optional', null, undefined],
    ['optional', '0', undefined],
    ['optional', '4294967295', undefined],
    ['optional', '4294967296', /whole number/],
    ['optional', '-1', /whole number/],
    ['optional', '007', /whole number/],
    ['optional', '٧', /whole number/],
    ['none', null, undefined],
    ['none', '7', /left out/],
  ] as const)('that are %s, given as %j', (rule, tag, fault) => {
    expect(tagFault(network('xrpl', rule), tag) ?? 'nothing').toMatch(fault ?? /^nothing$/);
  });

  it('are free text where the network sets no form', () => {
    expect(tagFault(network('solana', 'optional'), 'memo 1')).toBeUndefined();
  });
});

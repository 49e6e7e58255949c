const WAYS = ['bank', 'external', 'chain'] as const;

export const DESTINATIONS = {
  bank: { name: 'José Müller', iban: 'DE89370400440532013000' },
  external: { kind: 'external', method: 'paypal', account: 'jose@example.com' },
  chain: { kind: 'chain', network: 'TRON', wallet: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' },
};

export const ACCOUNTS = Array.from({ length: 6 }, (_, index) => {
  const way = WAYS[index % 3] ?? 'bank';
  return { uid: `D${index}`, id: `80000${index}`, way, currency: way === 'chain' ? 'USDT' : 'EUR' };
});
export type Account = (typeof ACCOUNTS)[number];

import type { Desk } from './desk.ts';

/** The API as a program sees it, to compare the screens with. */
export function apiOf(desk: Desk, client: 'operator' | 'approver' = 'operator') {
  let token: Promise<string> | undefined;
  return async <T>(method: string, path: string, body?: object): Promise<T> => {
    token ??= desk.token(client);
    const response = await fetch(`${desk.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
}

export const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

export const aWithdrawal = (reference: string, amount = '1250.50') => ({
  reference,
  venue: 'aurora',
  asset: { code: 'USDT' },
  amount,
  blockchainDestination: { address: ADDRESS, network: 'ETHEREUM' },
});

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config/index.ts';
import { disburseOnChain } from '../../partner/demo/index.ts';
import { factsContext } from '../../partner/facts/handle/index.ts';
import { operatorContext } from '../context.ts';
import { addressOf } from '../public-url.ts';
import type { Resources } from '../resources.ts';
import { ADDRESSES } from './addresses.ts';
import { exists } from './exists.ts';

const NETWORKS = [
  { asset: 'USDT', network: 'TRON', venue: 'cumulus', format: 'tron' },
  // This venue asks who receives it.
  { asset: 'USDC', network: 'ETHEREUM', venue: 'borealis', format: 'evm' },
] as const;

/** The configuration of a demo whose partner service pays on chain, with a client that can do nothing else. */
export async function payingOnChain(config: Config): Promise<Config> {
  const isWhole = config.roles.includes('trading') && config.roles.includes('partner');
  if (config.onChain.url !== '' || !isWhole) return config;
  const { payments } = JSON.parse(await readFile(join(config.data, 'credentials.json'), 'utf8')) as {
    readonly payments?: { readonly client_id: string; readonly client_secret: string };
  };
  // The folder of an earlier version has no such client.
  if (!payments) return config;
  const { client_id: clientId, client_secret: clientSecret } = payments;
  return {
    ...config,
    onChain: { url: addressOf(config.trading), clientId, clientSecret, networks: [...NETWORKS] },
  };
}

/** Has a disbursement paid on chain, once, while this process may write facts. */
export async function fillDemoPayments({
  config,
  database: { db },
  facts,
  personal,
}: Resources): Promise<void> {
  const done = join(config.data, 'payments-filled');
  const { networks } = config.onChain;
  if (facts?.lease.epoch === undefined || networks.length === 0 || (await exists(done))) return;
  await disburseOnChain(factsContext(operatorContext(db), facts), {
    networks,
    issuer: config.selfBilling,
    wallet: ADDRESSES.PARTNER,
    personal,
  });
  await writeFile(done, '');
}

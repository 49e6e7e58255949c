import { noFieldErrors, type FieldErrors } from '../kernel/index.ts';
import { BASE_URL, isBaseUrl } from './base-url.ts';
import type { Config } from './settings.ts';

/** The URLs of a shard's replicas. */
export const replicasOf = (shard: string): string[] => shard.split(' ').filter((url) => url !== '');

export function clickhouseFaults({
  engine,
  clickhouseNodes,
  clickhouseCluster,
  clickhouseReplicated,
}: Config['facts']): FieldErrors {
  const errors = noFieldErrors();
  const shards = clickhouseNodes.map(replicasOf);
  if (engine === 'clickhouse' && shards.length === 0)
    errors['facts.clickhouseNodes'] = [
      'is required for facts.engine clickhouse, such as http://clickhouse:8123',
    ];
  for (const [index, urls] of shards.entries()) {
    const path = `facts.clickhouseNodes.${index}`;
    if (urls.length === 0 || urls.some((url) => !isBaseUrl(url)))
      errors[path] = [`must be ${BASE_URL}, or several of them for replicas, separated by spaces`];
    else if (urls.some(hasCredentials))
      errors[path] = [
        'must not have a user or a password: give facts.clickhouseUser and facts.clickhousePassword',
      ];
    else if (urls.some(isMoreThanServer))
      errors[path] = [
        'must have neither a path nor parameters: give the database in facts.clickhouseDatabase',
      ];
  }
  const all = shards.flat();
  const twice = all.find((url, index) => all.indexOf(url) !== index);
  if (twice !== undefined) errors['facts.clickhouseNodes'] = [`must not have ${twice} twice`];
  if (shards.length > 1 && clickhouseCluster === '')
    errors['facts.clickhouseCluster'] = [
      'is required for several shards: it is the name of the cluster in remote_servers of ClickHouse',
    ];
  if (shards.some((urls) => urls.length > 1) && !clickhouseReplicated)
    errors['facts.clickhouseReplicated'] = [
      'must be true where an item of facts.clickhouseNodes has several URLs',
    ];
  return errors;
}

/** The client takes a path for a database, and parameters for settings of its own. */
function isMoreThanServer(url: string): boolean {
  const { pathname, search, hash } = new URL(url);
  return pathname !== '/' || search !== '' || hash !== '';
}

function hasCredentials(url: string): boolean {
  const { username, password } = new URL(url);
  return username !== '' || password !== '';
}

export { openCluster, type Cluster, type ClusterNodes, type ClusterOptions } from './cluster.ts';
export { isTooLarge, isUnavailable, lacksColumn, unavailable } from './errors.ts';
export { firstAvailable, type ClickhouseReader } from './first-available.ts';
export { openClickhouse, type Clickhouse } from './open.ts';

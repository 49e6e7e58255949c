import { openClickhouse, type Clickhouse, type ClickhouseOptions } from './open.ts';

export interface ClusterOptions extends Omit<ClickhouseOptions, 'url'> {
  /** The URLs of the servers, by shard; those of one shard are replicas of each other. */
  readonly nodes: ClusterNodes;
  /** What the servers call the cluster in `remote_servers`. */
  readonly name: string;
  /** Whether the servers of a shard replicate their tables. */
  readonly isReplicated: boolean;
}

export type ClusterNodes = readonly (readonly string[])[];

export interface Cluster extends Pick<ClusterOptions, 'nodes' | 'name' | 'isReplicated'> {
  /** A server of this or of another cluster with the same user and database. */
  at(url: string): Clickhouse;
  close(): Promise<void>;
}

/** Connects to servers when they are first used. */
export function openCluster({ nodes, name, isReplicated, ...options }: ClusterOptions): Cluster {
  const opened = new Map<string, Clickhouse>();
  return {
    nodes,
    name,
    isReplicated,
    at(url) {
      const node = opened.get(url) ?? openClickhouse({ ...options, url });
      opened.set(url, node);
      return node;
    },
    async close() {
      await Promise.all(Array.from(opened.values(), (node) => node.close()));
    },
  };
}

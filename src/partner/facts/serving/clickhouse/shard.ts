import type { Clickhouse, Cluster } from '../../../../platform/clickhouse/index.ts';

interface Options {
  readonly signal?: AbortSignal | undefined;
}

/** A shard as its writer sees it: one server or several replicas, all of which must be there. */
export class Shard {
  readonly #nodes: readonly Clickhouse[];
  readonly #first: Clickhouse;
  readonly #isReplicated: boolean;
  /** The engine of its tables. */
  readonly engine: string;
  /** Its place among the shards, from 0; undefined if there is no other. */
  readonly number: number | undefined;

  constructor(cluster: Cluster, number: number) {
    this.#nodes = (cluster.nodes[number] ?? []).map((url) => cluster.at(url));
    const [first] = this.#nodes;
    if (!first) throw new Error(`Shard ${number} has no server.`);
    this.#first = first;
    this.#isReplicated = cluster.isReplicated;
    this.engine = engineOf(cluster);
    this.number = cluster.nodes.length === 1 ? undefined : number;
  }

  query: Clickhouse['query'] = (...statement) => this.#first.query(...statement);

  saveFile: Clickhouse['saveFile'] = (...statement) => this.#first.saveFile(...statement);

  /** Inserts the rows of a Parquet file, and waits until all replicas have them. */
  insertFile(table: string, path: string, options?: Options): Promise<void> {
    const settings = this.#isReplicated ? { insert_quorum: String(this.#nodes.length) } : {};
    return this.#first.insertFile(table, path, options, settings);
  }

  /** Changes or deletes rows, and waits until all replicas have done it. */
  change(sql: string, options?: Options): Promise<void> {
    return this.#first.run(sql, options, { mutations_sync: '2', allow_nondeterministic_mutations: 1 });
  }

  /** Runs a statement about tables on each server. */
  async run(sql: string, options?: Options): Promise<void> {
    for (const node of this.#nodes) await node.run(sql, options);
  }

  /** Copies the rows of one table to another, which takes no space and little time: both have the same files. */
  async copyTable(from: string, to: string, options?: Options): Promise<void> {
    await this.#first.run(`alter table ${to} attach partition all from ${from}`, options);
    if (this.#isReplicated) await this.run(`system sync replica ${to}`, options);
  }

  /** The names of the tables of each server. */
  tables(options?: Options): Promise<ReadonlySet<string>[]> {
    return Promise.all(
      this.#nodes.map(async (node) => {
        const tables = 'select name from system.tables where database = currentDatabase()';
        const found = await node.query<{ name: string }>(tables, [], options);
        return new Set(found.map(({ name }) => name));
      }),
    );
  }
}

export const shardsOf = (cluster: Cluster): Shard[] =>
  cluster.nodes.map((_, number) => new Shard(cluster, number));

/** The engine of tables, by the macros of the servers. */
export const engineOf = ({ isReplicated }: Pick<Cluster, 'isReplicated'>): string =>
  isReplicated
    ? "ReplicatedMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')"
    : 'MergeTree';

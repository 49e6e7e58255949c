import { Type } from 'typebox';

export const FACTS = Type.Object(
  {
    memoryMib: Type.Integer({
      default: 1024,
      minimum: 128,
      maximum: 1_048_576,
      description: 'Memory of the fact store, in MiB; larger intermediate results are written to disk.',
    }),
    address: Type.String({
      default: '',
      maxLength: 2048,
      description:
        'URL at which other partner processes reach this one. Empty: the address on which its partner service listens.',
    }),
    engine: Type.Enum(['duckdb', 'clickhouse'], {
      default: 'duckdb',
      description:
        'What answers reports: the fact store of each partner process, or ClickHouse, to which the process that writes copies the facts.',
    }),
    clickhouseNodes: Type.Array(Type.String({ minLength: 1, maxLength: 2048 }), {
      default: [],
      maxItems: 256,
      description:
        'URLs of the HTTP interfaces of ClickHouse, one item for each shard. The URLs of the replicas of a shard are separated by spaces. Required for the engine clickhouse.',
    }),
    clickhouseCluster: Type.String({
      default: '',
      maxLength: 255,
      pattern: '^[A-Za-z0-9_-]*$',
      'x-form': 'letters, digits, _ and -',
      description: 'Name of the cluster in the `remote_servers` of ClickHouse. Required for several shards.',
    }),
    clickhouseReplicated: Type.Boolean({
      default: false,
      description:
        'Create replicated tables, by the macros {shard} and {replica} of ClickHouse. Required for replicas.',
    }),
    clickhouseUser: Type.String({
      default: 'default',
      maxLength: 255,
      description: 'User of ClickHouse.',
    }),
    clickhousePassword: Type.String({
      default: '',
      maxLength: 1024,
      description: 'Password of that user.',
      'x-secret': true,
    }),
    clickhouseDatabase: Type.String({
      default: 'quaestor',
      maxLength: 255,
      pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
      'x-form': 'letters, digits and _, not a digit first',
      description: 'Database of ClickHouse, which must exist. The user needs all rights on it.',
    }),
  },
  { additionalProperties: false },
);

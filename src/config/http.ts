import { Type } from 'typebox';

export const HTTP = Type.Object(
  {
    bodyBytes: Type.Integer({
      default: 1_048_576,
      minimum: 1024,
      maximum: 67_108_864,
      description: 'Largest JSON body.',
    }),
    requestTimeoutMs: Type.Integer({
      default: 30_000,
      minimum: 100,
      maximum: 600_000,
      description: 'Time limit to receive a request, and to produce its response.',
    }),
    writeTimeoutMs: Type.Integer({
      default: 30_000,
      minimum: 100,
      maximum: 600_000,
      description: 'How long a client may leave sent data unread before its connection is closed.',
    }),
    maxConnections: Type.Integer({
      default: 4000,
      minimum: 1,
      maximum: 1_000_000,
      description: 'Connections that each service accepts at once. Keep it below the limit of open files.',
    }),
    maxConnectionsPerSource: Type.Integer({
      default: 500,
      minimum: 1,
      maximum: 1_000_000,
      description:
        'Connections from one IPv4 address or one IPv6 /64 network. It does not apply to http.trustProxies.',
    }),
    readsPerMinute: Type.Integer({
      default: 6000,
      minimum: 1,
      maximum: 10_000_000,
      description: 'Reads per minute of one credential.',
    }),
    writesPerMinute: Type.Integer({
      default: 600,
      minimum: 1,
      maximum: 10_000_000,
      description: 'Writes per minute of one credential.',
    }),
    trustProxies: Type.Array(Type.String({ minLength: 1 }), {
      default: [],
      description: 'Addresses or networks of proxies whose X-Forwarded-For is trusted.',
    }),
  },
  { additionalProperties: false },
);

import { jwtVerify } from 'jose';
import { authenticateInMemory } from '../src/platform/auth/testing/in-memory.ts';
import { race } from './harness/measure.ts';

const OPERATIONS = 200;
const { authenticate, text, url, publicKey } = await authenticateInMemory();
const header = `Bearer ${text}`;
await authenticate(header);

await race({
  name: 'authenticate a token seen before',
  operations: OPERATIONS,
  ours: () => {
    let id: unknown;
    for (let count = 0; count < OPERATIONS; count += 1) {
      const actor = authenticate(header);
      id = actor instanceof Promise ? undefined : actor.id;
    }
    return id;
  },
  rivals: {
    'a signature check by jose': async () => {
      let id: unknown;
      for (let count = 0; count < OPERATIONS; count += 1) {
        const { payload } = await jwtVerify(text, publicKey, { issuer: url, audience: url });
        id = payload.sub;
      }
      return id;
    },
  },
  target: '>= 100',
});

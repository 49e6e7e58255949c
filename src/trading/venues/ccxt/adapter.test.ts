import { venueAcceptance } from '../testing/acceptance/suite.ts';
import { connectTo } from './testing/connect.ts';
import { IMITATIONS } from './testing/imitations.ts';
import { startLoopback } from './testing/loopback.ts';

for (const [id, { dialect }] of Object.entries(IMITATIONS)) {
  venueAcceptance(id, dialect.capabilities, async () => {
    const server = await startLoopback(dialect);
    return server.underTest(() => connectTo(id, server.port));
  });
}

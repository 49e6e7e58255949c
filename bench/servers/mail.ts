import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** Takes every mail, and tells the parent process its port, and then the time of each. */
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, done) {
    stream.resume();
    stream.once('end', () => {
      process.send?.(Date.now());
      done();
    });
  },
});
const listener = server.listen(0, '127.0.0.1');
await once(listener, 'listening');
process.send?.((listener.address() as AddressInfo).port);
process.once('disconnect', () => process.exit());

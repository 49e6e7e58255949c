import { systemClock } from '../../../kernel/index.ts';
import { createSecrets } from '../../auth/index.ts';
import { connect } from '../../postgres/index.ts';
import { openSender, startDeliveries } from '../index.ts';

/** A process that delivers until it is killed. */
const [url = '', rootSecret = ''] = process.argv.slice(2);
startDeliveries({
  database: connect({ url, poolSize: 1, statementTimeoutMs: 5000, applicationName: 'crash' }),
  secrets: createSecrets(rootSecret),
  sender: openSender({ allowPrivateAddresses: true }),
  clock: systemClock,
  logger: { warn: () => {} },
  random: () => 0,
  stopTimeoutMs: 1000,
});

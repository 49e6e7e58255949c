import { connect } from '../../postgres/index.ts';
import { sealAudit } from '../index.ts';
import { write } from './entries.ts';

/** A process that dies between the commit of its last entry and the seal. */
const [url = ''] = process.argv.slice(2);
const { db } = connect({ url, poolSize: 1, statementTimeoutMs: 5000, applicationName: 'crash' });
await write(db, 'sealed');
await sealAudit(db);
await write(db, 'pending');
process.kill(process.pid, 'SIGKILL');

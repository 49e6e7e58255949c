import { Type } from 'typebox';
import { defineJob, request } from '../../../platform/jobs/index.ts';

export const payJob = defineJob({ name: 'disbursement.chain', payload: Type.Object({}), maxAttempts: 20 });

/** Asks the trading service about everything that it has to pay. */
export const PAY_ON_CHAIN = request(payJob, {}, { key: 'disbursement.chain' });

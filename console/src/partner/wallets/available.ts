import type { WalletAccount } from '@quaestor/sdk';
import { Big } from 'big.js';

/** What is not reserved for rebates. */
export const availableOf = ({ balance, reserved_rebates_amount }: WalletAccount): string =>
  new Big(balance).minus(reserved_rebates_amount).toFixed();

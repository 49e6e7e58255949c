import type { Screen } from '../shared/desk/index.ts';
import { clients } from './clients/screens.ts';
import { explanations } from './explanations/screens.ts';
import { links } from './links/screens.ts';
import { overview } from './overview/screens.ts';
import { rebates } from './rebates/screens.ts';
import { reports } from './reports/screens.ts';
import { sharedAccounts } from './shared-accounts/screens.ts';
import { subpartners } from './subpartners/screens.ts';
import { wallets } from './wallets/screens.ts';

export const screens: readonly Screen[] = [
  ...overview,
  ...explanations,
  ...reports,
  ...wallets,
  ...clients,
  ...sharedAccounts,
  ...subpartners,
  ...links,
  ...rebates,
];

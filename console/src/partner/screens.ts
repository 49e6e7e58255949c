import { access } from './access/screens.ts';
import { apiClients } from './api-clients/screens.ts';
import { audit } from './audit/screens.ts';
import { clients } from './clients/screens.ts';
import { disbursements } from './disbursements/screens.ts';
import { explanations } from './explanations/screens.ts';
import { crediting } from './crediting/screens.ts';
import { facts } from './facts/screens.ts';
import { links } from './links/screens.ts';
import { home } from './home/screens.ts';
import { managedDisbursements } from './managed-disbursements/screens.ts';
import { partners } from './partners/screens.ts';
import { inbox } from './inbox/screens.ts';
import { notices } from './notices/screens.ts';
import { people } from './people/screens.ts';
import { proposals } from './proposals/screens.ts';
import { rebates } from './rebates/screens.ts';
import { reports } from './reports/screens.ts';
import { sharedAccounts } from './shared-accounts/screens.ts';
import { subpartners } from './subpartners/screens.ts';
import { tariffs } from './tariffs/screens.ts';
import { tiers } from './tiers/screens.ts';
import { tierLevels } from './tier-levels/screens.ts';
import { wallets } from './wallets/screens.ts';
import { webhooks } from './webhooks/screens.ts';

export const screens = [
  ...home,
  ...explanations,
  ...reports,
  ...wallets,
  ...disbursements,
  ...clients,
  ...sharedAccounts,
  ...subpartners,
  ...links,
  ...rebates,
  ...partners,
  ...proposals,
  ...tariffs,
  ...tiers,
  ...tierLevels,
  ...facts,
  ...crediting,
  ...managedDisbursements,
  ...audit,
  ...webhooks,
  ...inbox,
  ...access,
  ...people,
  ...notices,
  ...apiClients,
] as const;

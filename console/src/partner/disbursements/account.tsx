import type { DisbursementBalance } from '@quaestor/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { TextLink } from '../../shared/link/index.ts';
import { Amount } from '../../shared/money/index.ts';
import { Facts, Page, type Fact } from '../../shared/parts/index.ts';
import { Found } from '../details/index.ts';
import { useMayWrite, useReads } from '../viewed.ts';
import { Ask } from './ask.tsx';
import { Destinations } from './destinations.tsx';
import { Blocks } from './blocks.tsx';
import { Months } from './months.tsx';
import { balancesQuery } from './queries.ts';
import { texts } from './texts.ts';

const { account: t } = texts;

/** What an account has, and everything a partner can do about it. */
export function DisbursementAccount() {
  const { account } = useParams({ from: '/signed-in/disbursements/accounts/$account' });
  const { data, error, refetch } = useQuery(balancesQuery(useReads()));
  const mayWrite = useMayWrite('disbursements:edit');
  const balance = data && (data.find(({ account_id }) => account_id === account) ?? null);
  return (
    <Found texts={t} list="/disbursements" query={{ data: balance, error, refetch }}>
      {(found) => (
        <Page
          title={t.title(found.account_id)}
          description={t.about}
          actions={
            <TextLink to="/wallets/$account" params={{ account }} size="sm">
              {t.ledger}
            </TextLink>
          }
        >
          <Facts items={factsOf(found)} />
          {found.blocks.length > 0 && <Blocks balance={found} />}
          {mayWrite && found.blocks.length === 0 && <Ask balance={found} />}
          <Destinations account={account} />
          <Months account={account} currency={found.currency} />
        </Page>
      )}
    </Found>
  );
}

const factsOf = ({ currency, ...figures }: DisbursementBalance): Fact[] => {
  const amount = (name: keyof typeof t.facts): Fact => [
    t.facts[name],
    <Amount key={name} value={figures[name]} asset={currency} {...(name === 'available' && { fw: 600 })} />,
  ];
  return [
    amount('available'),
    amount('balance'),
    amount('held'),
    amount('reserved'),
    amount('paid'),
    ...(figures.debt === '0' ? [] : [amount('debt')]),
  ];
};

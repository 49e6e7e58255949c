import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { Suggest } from '../../shared/form/index.ts';
import { knownTiersQuery, knownValuesQuery, partnersQuery } from './queries.ts';
import { texts } from './texts.ts';

const { inputs: t } = texts;
const TYPING_MS = 250;
const EVERY = '*';

type InputProps = Omit<ComponentProps<typeof Suggest>, 'options'>;

/** Partners whose uid, account or link contains what is typed. */
export function PartnerInput({ canBeEvery = false, ...props }: InputProps & { canBeEvery?: boolean }) {
  const [wanted] = useDebouncedValue(props.value.trim(), TYPING_MS);
  const { data = [] } = useQuery({
    ...partnersQuery(wanted === EVERY ? '' : wanted),
    placeholderData: (before) => before,
  });
  return (
    <Suggest
      {...props}
      options={[
        ...(canBeEvery ? [{ value: EVERY, about: t.every.partner_uid }] : []),
        ...data.map((uid) => ({ value: uid })),
      ]}
    />
  );
}

export const PartnerOrEveryInput = (props: InputProps) => <PartnerInput {...props} canBeEvery />;

/** What stored tariffs name, and that it is for every one. */
function NamedInput({ name, ...props }: InputProps & { name: 'account_type' | 'symbol' }) {
  const { data = [] } = useQuery(knownValuesQuery(name));
  return (
    <Suggest
      {...props}
      options={[
        { value: EVERY, about: t.every[name] },
        ...data.filter((value) => value !== EVERY).map((value) => ({ value })),
      ]}
    />
  );
}

export const AccountTypeInput = (props: InputProps) => <NamedInput {...props} name="account_type" />;
export const SymbolInput = (props: InputProps) => <NamedInput {...props} name="symbol" />;

const CURRENCIES = new Intl.DisplayNames('en', { type: 'currency' });

/** Those of stored tariffs first, then all others. */
export function CurrencyInput(props: InputProps) {
  const { data = [] } = useQuery(knownValuesQuery('reward_size_currency'));
  const codes = new Set([...data, ...Intl.supportedValuesOf('currency')]);
  return (
    <Suggest
      {...props}
      options={[...codes].map((code) => {
        const about = /^[A-Z]{3}$/.test(code) ? CURRENCIES.of(code) : undefined;
        return { value: code, about: about === code ? undefined : about };
      })}
    />
  );
}

/** The tiers that have levels, by name. */
export function TierInput(props: InputProps) {
  const { data = [] } = useQuery(knownTiersQuery());
  return <Suggest {...props} options={data} />;
}

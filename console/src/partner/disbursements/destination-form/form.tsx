import { QuaestorError, type DisbursementMethods, type NewDisbursementDestination } from '@quaestor/sdk';
import { Button, Checkbox, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../../shared/change/index.ts';
import { Facts } from '../../../shared/parts/index.ts';
import { Problem } from '../../../shared/problem/index.ts';
import { faultsWithin, recipientTexts, Sentences } from '../../../shared/recipients/index.ts';
import { partner } from '../../api.ts';
import { useReads } from '../../viewed.ts';
import { whereFacts } from '../destination-facts.tsx';
import { ADDRESS, DraftFields, filledOf, type AddressField, type Draft } from '../draft-fields.tsx';
import { balancesQuery, methodsQuery } from '../queries.ts';
import ReceiverFields from './receiver-fields.tsx';
import { useReceiver, type Questions } from './use-receiver.ts';
import { texts } from '../texts.ts';

const { form: t } = texts.bank;

const FIELDS = ['name', 'iban', 'bic'] as const;
type Field = (typeof FIELDS)[number] | AddressField | 'account' | 'wallet' | 'tag';

/** A way to be paid, with what it is called and what it needs. */
interface Way {
  readonly label: string;
  readonly fields: readonly Field[];
  /** Of the field `account`. */
  readonly account?: string;
  /** What its destinations have in common. */
  readonly given: NewDisbursementDestination;
  /** Of a network: what the venue asks about who receives it; null where that is not known. */
  readonly questions?: Questions;
}

const BANK: Way = { label: t.bankAccount, fields: FIELDS, given: {} };

const ABOUT: Draft<Field> = {
  name: t.aboutName,
  iban: t.aboutIban,
  country: t.aboutCountry,
  wallet: t.aboutWallet,
};
const REQUIRED: ReadonlySet<Field> = new Set(['name', 'iban', 'town', 'country', 'account', 'wallet']);

interface DestinationFormProps {
  readonly account: string;
  readonly onDone: () => void;
}

/** The server checks the destination and shows the name as banks get it; then the person saves it. */
export default function DestinationForm({ account, onDone }: DestinationFormProps) {
  const ways = useWays(account);
  const [chosen, setChosen] = useState(0);
  const way = ways[chosen] ?? BANK;
  const [draft, setDraft] = useState<Draft<Field>>({});
  const [hasAddress, setHasAddress] = useState(false);
  const receiver = useReceiver(way.label, way.questions);
  const given = {
    ...toDestination(draft, hasAddress && way === BANK, way),
    ...(receiver.said && { travel_rule: receiver.said }),
  };
  const check = useMutation({
    mutationFn: async (request: NewDisbursementDestination) => {
      const result = await partner.disbursements.saveDestination(account, request, { dryRun: true });
      return { request, result };
    },
    onError: (error) =>
      error instanceof QuaestorError && receiver.setFaults(faultsWithin('travel_rule', error.errors)),
  });
  const save = useChange('disbursements', (request: NewDisbursementDestination) =>
    partner.disbursements.saveDestination(account, request),
  );
  if (check.data !== undefined) {
    const { request, result: checked } = check.data;
    return (
      <Stack gap="md" maw={520} role="group" aria-label={t.checked}>
        <Text size="sm" fw={500}>
          {t.checked}
        </Text>
        <Facts
          items={[
            ...whereFacts(checked),
            [
              recipientTexts.title,
              request.travel_rule && <Sentences key="receiver" of={request.travel_rule} />,
            ],
          ]}
        />
        <Text size="sm" c="dimmed">
          {checked.written_name === (checked.name ?? null) ? t.after : `${t.differs} ${t.after}`}
        </Text>
        {save.error !== null && <Problem error={save.error} />}
        <Group gap="xs">
          <Button loading={save.isPending} onClick={() => save.mutate(request, { onSuccess: onDone })}>
            {t.save}
          </Button>
          <Button variant="default" disabled={save.isPending} onClick={check.reset}>
            {t.change}
          </Button>
        </Group>
      </Stack>
    );
  }
  const errors = check.error instanceof QuaestorError ? check.error.errors : {};
  const labels = { ...t, account: way.account ?? '' };
  const inputs = { draft, onChange: setDraft, labels, about: ABOUT, required: REQUIRED, errors };
  return (
    <form
      noValidate={receiver.isAsked}
      onSubmit={(event) => {
        event.preventDefault();
        if (receiver.check()) check.mutate(given);
      }}
    >
      <Stack gap="md" maw={520}>
        {(ways.length > 1 || way !== BANK) && (
          <SegmentedControl
            aria-label={t.way}
            data={ways.map(({ label }, index) => ({ value: String(index), label }))}
            value={String(chosen)}
            onChange={(index) => setChosen(Number(index))}
          />
        )}
        <DraftFields fields={way.fields} {...inputs} />
        {way === BANK && (
          <>
            <Checkbox
              label={t.withAddress}
              description={t.aboutAddress}
              checked={hasAddress}
              onChange={({ currentTarget: { checked: isWanted } }) => setHasAddress(isWanted)}
            />
            {hasAddress && <DraftFields fields={ADDRESS} within="address" {...inputs} />}
          </>
        )}
        {receiver.isAsked && <ReceiverFields {...receiver.fields} />}
        {check.error !== null && Object.keys(errors).length === 0 && <Problem error={check.error} />}
        <Group gap="xs">
          <Button type="submit" loading={check.isPending}>
            {t.check}
          </Button>
          <Button variant="default" onClick={onDone}>
            {t.discard}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** How an account can be paid: on the chains of its currency if it has some, and otherwise by banks and other systems. */
function useWays(account: string): readonly Way[] {
  const reads = useReads();
  const { data: balances = [] } = useQuery(balancesQuery(reads));
  const { data: { methods, networks } = NOTHING } = useQuery(methodsQuery(reads));
  const currency = balances.find((balance) => balance.account_id === account)?.currency;
  const chains = networks.filter((each) => each.currency === currency);
  if (chains.length === 0) return [BANK, ...methods.map(externalWay)];
  return chains.map(({ network, tag, questions }) => ({
    label: network,
    questions,
    fields: tag === 'none' ? ['wallet'] : ['wallet', 'tag'],
    given: { kind: 'chain', network },
  }));
}

const NOTHING: DisbursementMethods = { methods: [], networks: [] };

const externalWay = ({
  code: method,
  name: label,
  account,
}: DisbursementMethods['methods'][number]): Way => ({
  label,
  account,
  fields: ['account'],
  given: { kind: 'external', method },
});

const toDestination = (draft: Draft<Field>, hasAddress: boolean, { given, fields }: Way) =>
  ({
    ...given,
    ...filledOf(draft, fields),
    ...(hasAddress && { address: filledOf(draft, ADDRESS) }),
  }) as NewDisbursementDestination;

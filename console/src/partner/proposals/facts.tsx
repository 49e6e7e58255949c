import type { Proposal } from '@quaestor/sdk';
import { Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Facts } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { formatDay, labelOf } from '../../shared/text/index.ts';
import { FactCard, shownOf } from '../facts/fact.tsx';
import type { FactField } from '../facts/queries.ts';
import { texts as tariffTexts } from '../tariffs/texts.ts';
import { WithFields } from '../facts/with-fields.tsx';
import { changesOf, isOfSameScope, type Before, type Fact } from './changes.ts';
import { beforeQuery } from './queries.ts';
import { texts } from './texts.ts';

/** More are in the API. */
const MOST_SHOWN = 50;

const { changes: t } = texts.detail;

interface ProposedFactsProps extends Pick<Proposal, 'kind' | 'action' | 'facts'> {
  /** Whether it is still to be decided: then each fact is shown beside what it takes the place of. */
  readonly isWaiting: boolean;
}

/** What a proposal sends or withdraws. */
export const ProposedFacts = ({ kind, action, facts, isWaiting }: ProposedFactsProps) => (
  <Stack gap="sm">
    {facts.slice(0, MOST_SHOWN).map((fact, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- facts of a proposal have no other name
      <Paper key={index} withBorder p="md">
        {isWaiting ? (
          <WithFields kind={kind}>
            {(fields) => <ChangedFact kind={kind} action={action} fact={fact} fields={fields} />}
          </WithFields>
        ) : (
          <FactCard kind={kind} fact={fact} />
        )}
      </Paper>
    ))}
    {facts.length > MOST_SHOWN && (
      <Text size="sm" c="dimmed">
        {texts.detail.others(facts.length - MOST_SHOWN)}
      </Text>
    )}
  </Stack>
);

interface ChangedFactProps extends Pick<Proposal, 'kind' | 'action'> {
  readonly fact: Fact;
  readonly fields: readonly FactField[];
}

/** A fact with its old and new values. */
function ChangedFact({ kind, action, fact, fields }: ChangedFactProps) {
  const keys = fields.filter(({ is_key }) => is_key).map(({ name }) => name);
  const isKnown = fields.length > 0;
  const { data, error, refetch } = useQuery({ ...beforeQuery(kind, fact, keys), enabled: isKnown });
  if (!isKnown) return <FactCard kind={kind} fact={fact} />;
  if (error !== null) {
    return (
      <Stack gap="sm">
        <FactCard kind={kind} fact={fact} />
        <Problem error={error} onRetry={() => void refetch()} />
      </Stack>
    );
  }
  if (data === undefined) return <Skeleton height={160} />;
  const { fact: before } = data;
  if (action === 'withdraw') return <FactCard kind={kind} fact={before ?? fact} />;
  return (
    <Stack gap="sm">
      <Text size="sm">{aboutBefore(kind, keys, data, fact)}</Text>
      {data.several.length > 0 && (
        <Facts items={data.several.map((each) => [scopeOf(each), tariffTexts.pays(each)])} />
      )}
      <Facts
        items={changesOf(fields, keys, before ?? {}, fact).map(({ field, before: was, after, isChanged }) => [
          labelOf(field.name),
          before !== null && isChanged ? (
            <span key={field.name} data-changed={field.name}>
              {t.fromTo(valueOf(field, was), valueOf(field, after))}
            </span>
          ) : (
            valueOf(field, after)
          ),
        ])}
      />
    </Stack>
  );
}

const valueOf = (field: FactField, value: string | null): string =>
  value === null ? t.nothing : shownOf(field, value);

/** What a fact takes the place of. */
function aboutBefore(
  kind: string,
  keys: readonly string[],
  { fact: before, several }: Before,
  fact: Fact,
): string {
  if (several.length > 0) return t.several;
  if (before === null) return t.isNew;
  if (keys.every((name) => String(before[name]) === String(fact[name]))) return t.replaces;
  const since = formatDay(String(before['valid_from']));
  const from = formatDay(String(fact['valid_from']));
  if (kind !== 'tariffs' || isOfSameScope(before, fact)) return t.follows(from, since);
  return t.inherits(scopeOf(before));
}

/** Whom and what a tariff is for. */
const scopeOf = ({ partner_uid: uid, account_type: type, symbol }: Fact): string =>
  t.scope(String(uid), String(type), String(symbol));

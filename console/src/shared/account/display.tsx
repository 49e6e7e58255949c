import type { Preferences } from '@quaestor/sdk';
import { Button, Group, NativeSelect } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Select } from '../form/index.ts';
import { Problem } from '../problem/index.ts';
import { accountQuery, followPreferences, useService } from '../session/index.ts';
import { UTC } from '../text/index.ts';
import { texts } from './texts.ts';

const { display: t } = texts;
const LANGUAGES = Object.keys(t.languages) as (keyof typeof t.languages)[];
/** Of the time zones; a search finds the others. */
const MOST_SHOWN = 50;

/** In which language and time zone the person reads the console. */
export function Display() {
  const { data } = useQuery(accountQuery(useService()));
  return data === undefined ? null : <Choice preferences={data.preferences} />;
}

function Choice({ preferences }: { readonly preferences: Preferences }) {
  const service = useService();
  const [changed, setChosen] = useState<Preferences>();
  // Until the person chooses, what is kept is shown as it is now.
  const chosen = changed ?? preferences;
  const save = useMutation({
    mutationFn: () => service.account.savePreferences(chosen),
    onSuccess: (saved) => {
      followPreferences(saved);
      // Every time that is shown is in the new zone.
      location.reload();
    },
  });
  return (
    <>
      {save.error !== null && <Problem error={save.error} />}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Group align="end">
          <NativeSelect
            label={t.language}
            data={[
              { value: '', label: t.ofBrowser },
              ...LANGUAGES.map((value) => ({ value, label: t.languages[value] })),
            ]}
            value={chosen.language ?? ''}
            onChange={({ currentTarget: { value } }) =>
              setChosen({ ...chosen, language: LANGUAGES.find((known) => known === value) ?? null })
            }
          />
          <Select
            label={t.zone}
            data={zones(chosen.timeZone)}
            searchable
            limit={MOST_SHOWN}
            allowDeselect={false}
            nothingFoundMessage={t.noZone}
            value={chosen.timeZone ?? UTC}
            onChange={(zone) => setChosen({ ...chosen, timeZone: zone === UTC ? null : zone })}
          />
          <Button type="submit" variant="default" loading={save.isPending}>
            {t.save}
          </Button>
        </Group>
      </form>
    </>
  );
}

/** UTC, the zone of the browser and the chosen one first, then all others by their names. */
function zones(chosen: string | null): { value: string; label: string }[] {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const names = new Set([
    UTC,
    own,
    ...(chosen === null ? [] : [chosen]),
    ...Intl.supportedValuesOf('timeZone'),
  ]);
  return Array.from(names, (value) => ({ value, label: value === own ? t.zoneOfBrowser(value) : value }));
}

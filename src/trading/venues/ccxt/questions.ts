import type { Exchange } from 'ccxt';
import type { TravelRule } from '../../../platform/personal-data/index.ts';
import { fill, type Form } from '../../travel-rule/index.ts';
import { refused, type Refused } from '../port/index.ts';
import type { Json, TravelRuleProfile } from './profile.ts';

const ASKED_EVERY_MS = 3_600_000;

/** What an account is asked about who receives a withdrawal, as far as it is known now. */
export interface Questions {
  form(): Form | undefined;
  /** False until the exchange was asked, where it can be and nothing is known from before. */
  isKnown(): boolean;
  /** The country that the exchange has named, null where it asks nothing; undefined where it has not said so. */
  said(): string | null | undefined;
  /** Asks the exchange which form the account gets, where it can be asked and the last answer is old. */
  refresh(exchange: Exchange): Promise<void>;
  /** What goes into the request; undefined where nothing is asked. */
  answer(travelRule: TravelRule | undefined): Json | Refused | undefined;
}

export function openQuestions(
  profile: TravelRuleProfile | undefined,
  known: { readonly jurisdiction?: string | undefined; readonly said?: string | null | undefined },
  now: () => Date,
): Questions {
  const { jurisdiction } = known;
  let said: { readonly country: string | null; readonly at: Date } | undefined;
  if (profile?.ask && known.said !== undefined) said = { country: known.said, at: new Date(0) };
  let isAsked = false;

  function form(): Form | undefined {
    const country = said === undefined ? jurisdiction : (said.country ?? undefined);
    if (country === undefined || !profile) return undefined;
    return profile.forms[country] ?? profile.anywhere ?? (said && unknownForm(country));
  }

  return {
    form,
    isKnown: () => !profile?.ask || isAsked || said !== undefined || jurisdiction !== undefined,
    said: () => said?.country,
    async refresh(exchange) {
      if (!profile?.ask || (said && now().getTime() - said.at.getTime() < ASKED_EVERY_MS)) return;
      try {
        const country = await profile.ask(exchange);
        if (country !== undefined) said = { country, at: now() };
      } catch {
        // What was known before counts. An exchange that wants answers refuses a withdrawal without them.
      } finally {
        isAsked = true;
      }
    },
    answer(travelRule) {
      const asked = form();
      if (!asked || !profile) return undefined;
      if (!travelRule) return refused('travel-rule', 'Nothing was sent: it is not said who receives it.');
      const filled = fill(asked, travelRule);
      if (filled.errors === undefined) return profile.toParameters(filled.answers);
      const fields = Object.keys(filled.errors).join(', ');
      return refused('travel-rule', `Nothing was sent: check ${fields} of travelRule.`);
    },
  };
}

/** Of a country whose questions are not known, so that nobody can answer them. */
const unknownForm = (country: string): Form => ({
  questions: [],
  refusals: [
    {
      when: {},
      path: 'wallet.kind',
      says: `cannot be answered: the exchange asks this account the questions of ${country}, which are not known here`,
    },
  ],
});

import { endpoint, exactAnswer, type Endpoint } from '../../platform/http/index.ts';
import { factsContext, type Facts } from '../facts/handle/index.ts';
import { readHistory } from '../facts/reading/index.ts';
import { refusePartners } from '../facts/http/index.ts';
import { listTariffs, listTierChanges, listTierLevels } from './list-terms.ts';
import { previewTierChanges } from './preview.ts';
import {
  COMPENSATION_KEY,
  TARIFF_HISTORY,
  TARIFF_KEY,
  TARIFFS,
  TARIFFS_QUERY,
  TIER_CHANGE_HISTORY,
  TIER_CHANGES,
  TIER_CHANGES_QUERY,
  TIER_KEY,
  TIER_LEVEL_HISTORY,
  TIER_LEVELS,
  TIER_LEVELS_QUERY,
  TIER_PREVIEW,
  TIER_PREVIEW_BODY,
} from './terms-schema.ts';

const common = { tag: 'Program', scope: 'program:view' } as const;
const PREVIEW_TIMEOUT_MS = 600_000;

/** What partners are paid by, with validity and history: tariffs, tier changes and the levels of tiers. */
export function termsEndpoints(facts: Facts): Endpoint[] {
  return [
    endpoint({
      ...common,
      method: 'GET',
      waitsForWrites: true,
      path: '/api/manage/tariffs',
      operation: 'listTariffs',
      summary: 'List tariffs with their validity',
      query: TARIFFS_QUERY,
      answers: { 200: { description: 'One page.', schema: TARIFFS } },
      async handle(context, { query }) {
        refusePartners(context.actor);
        return { status: 200, body: await listTariffs(factsContext(context, facts), query) };
      },
    }),
    endpoint({
      ...common,
      method: 'GET',
      waitsForWrites: true,
      path: '/api/manage/tariffs/history',
      operation: 'showTariffHistory',
      summary: 'Show every version of a tariff, who sent it and when',
      query: TARIFF_KEY,
      answers: { 200: { description: 'The versions.', schema: TARIFF_HISTORY } },
      async handle(context, { query }) {
        refusePartners(context.actor);
        const { valid_from, ...key } = query;
        const wanted = { ...key, ...(valid_from !== undefined && { valid_from }) };
        const versions = await readHistory(factsContext(context, facts), { kind: 'tariffs', wanted });
        return { status: 200, body: { versions } };
      },
    }),
    endpoint({
      ...common,
      method: 'GET',
      waitsForWrites: true,
      path: '/api/manage/tier-changes',
      operation: 'listTierChanges',
      summary: 'List tier changes, the latest payment first',
      query: TIER_CHANGES_QUERY,
      answers: { 200: { description: 'One page.', schema: TIER_CHANGES } },
      async handle(context, { query }) {
        refusePartners(context.actor);
        return { status: 200, body: await listTierChanges(factsContext(context, facts), query) };
      },
    }),
    endpoint({
      ...common,
      method: 'GET',
      waitsForWrites: true,
      path: '/api/manage/tier-changes/:compensation_id/history',
      operation: 'showTierChangeHistory',
      summary: 'Show every version of a tier change, who sent it and when',
      params: COMPENSATION_KEY,
      answers: { 200: { description: 'The versions.', schema: TIER_CHANGE_HISTORY } },
      async handle(context, { params }) {
        refusePartners(context.actor);
        const versions = await readHistory(factsContext(context, facts), {
          kind: 'tier-changes',
          wanted: params,
        });
        return { status: 200, body: { versions } };
      },
    }),
    endpoint({
      ...common,
      method: 'GET',
      waitsForWrites: true,
      path: '/api/manage/tier-levels',
      operation: 'listTierLevels',
      summary: 'List what partners have to reach for each tier',
      query: TIER_LEVELS_QUERY,
      answers: { 200: { description: 'One page.', schema: TIER_LEVELS } },
      async handle(context, { query }) {
        refusePartners(context.actor);
        return { status: 200, body: await listTierLevels(factsContext(context, facts), query) };
      },
    }),
    endpoint({
      ...common,
      method: 'GET',
      waitsForWrites: true,
      path: '/api/manage/tier-levels/:tier_group_id/history',
      operation: 'showTierLevelHistory',
      summary: 'Show every version of the levels of a tier, who sent it and when',
      params: TIER_KEY,
      answers: { 200: { description: 'The versions.', schema: TIER_LEVEL_HISTORY } },
      async handle(context, { params }) {
        refusePartners(context.actor);
        const versions = await readHistory(factsContext(context, facts), {
          kind: 'tier-levels',
          wanted: params,
        });
        return { status: 200, body: { versions } };
      },
    }),
    endpoint({
      ...common,
      method: 'POST',
      path: '/api/manage/tier-changes/previews',
      operation: 'previewTierChanges',
      summary: 'Preview what draft tier changes would pay',
      description:
        'Nothing is stored. The amounts are those that crediting would credit, by the tariffs that are stored now: confirm ' +
        'the tariff of the new tier first.',
      body: TIER_PREVIEW_BODY,
      timeoutMs: PREVIEW_TIMEOUT_MS,
      answers: { 200: { description: 'What each compensation would be.', schema: TIER_PREVIEW } },
      errors: ['unprocessable'],
      async handle(context, { body }) {
        refusePartners(context.actor);
        return exactAnswer(await previewTierChanges(factsContext(context, facts), body));
      },
    }),
  ];
}

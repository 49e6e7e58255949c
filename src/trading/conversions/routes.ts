import { endpoint, type Endpoint, type RequestContext } from '../../platform/http/index.ts';
import { DRY_RUN_HEADER, readDryRun } from '../dry-run.ts';
import { cancelConversion } from './cancel.ts';
import { createConversion } from './create.ts';
import { estimateConversion } from './estimate.ts';
import { resolveOrder } from './execution/index.ts';
import { getConversion } from './get.ts';
import { listConversions } from './list.ts';
import type { MarketAccess, BoundRules } from './plans/index.ts';
import { OrderResolution } from './resolution.ts';
import {
  Conversion,
  ConversionDetail,
  ConversionId,
  ConversionPage,
  ConversionQuery,
  ConversionRules,
  CreateConversion,
  Estimate,
  SlippageQuery,
  SlippageSummary,
} from './schema.ts';
import { summariseSlippage } from './summarise-slippage.ts';

const tag = 'Conversions';
const path = '/trade/v1/conversions';

const CANCELLING = {
  tag,
  summary: 'Cancel a conversion',
  description:
    'Before its first order it is CANCELLED at once. Later it becomes PENDING_CANCEL: what is open at the venues ' +
    'is cancelled, and it ends as COMPLETED with what was traded, as CANCELLED if that is nothing, or as FAILED if only ' +
    'the first of two markets was traded.',
  scope: 'conversions:edit',
  params: ConversionId,
  answers: { 202: { description: 'The conversion.', schema: Conversion } },
  errors: ['not_found', 'invalid_transition'],
  handle: async (context: RequestContext, { params }: { readonly params: { readonly id: string } }) => ({
    status: 202,
    body: await cancelConversion(context, params),
  }),
} as const;

export function conversionEndpoints(access: MarketAccess, rules: BoundRules): Endpoint[] {
  return [
    endpoint({
      method: 'POST',
      path,
      operation: 'createConversion',
      location: '/trade/v1/conversions/{id}',
      tag,
      summary: 'Create a conversion',
      description:
        'It is executed asynchronously. The same reference with the same content returns the first one. With ' +
        'the header `X-Dry-Run: true`, or where the venues are on `simulate`, it is planned, stored as SIMULATED and ' +
        'never sent. A dry run leaves its reference free for the real call. Every order keeps the bound: `minReceived` ' +
        'or `maxGiven` and a slippage against the quote, whichever is stricter. Without a slippage the setting ' +
        '`conversions.bound` decides. What cannot be traded within the bound is not traded, and `failureMessage` says so. A bound that the books break already is ' +
        'refused.',
      scope: 'conversions:edit',
      body: CreateConversion,
      headers: DRY_RUN_HEADER,
      answers: {
        201: { description: 'The conversion.', schema: Conversion },
        200: {
          description: 'The conversion that was created before with this reference.',
          schema: Conversion,
        },
      },
      errors: ['not_found', 'reference_reused', 'unprocessable', 'unavailable'],
      handle: async (context, { body, headers }) => {
        const input = { body, dryRun: readDryRun(headers['x-dry-run']) };
        const { conversion, replayed } = await createConversion(context, access, rules, input);
        return { status: replayed ? 200 : 201, body: conversion };
      },
    }),
    endpoint({
      method: 'POST',
      path: `${path}/estimate`,
      operation: 'estimateConversion',
      tag,
      summary: 'Estimate a conversion',
      description:
        'The plan, the rate and the fees with the current books, and whether they meet the bound. Nothing is stored or sent.',
      scope: 'conversions:view',
      body: CreateConversion,
      answers: { 200: { description: 'The plan.', schema: Estimate } },
      errors: ['not_found', 'unprocessable', 'unavailable'],
      handle: async (context, { body }) => ({
        status: 200,
        body: await estimateConversion(context, access, rules, body),
      }),
    }),
    endpoint({
      ...CANCELLING,
      method: 'POST',
      path: `${path}/:id/cancel`,
      operation: 'cancelConversionById',
      repeats: 'answered again',
    }),
    endpoint({
      ...CANCELLING,
      method: 'DELETE',
      path: `${path}/:id`,
      operation: 'cancelConversion',
      deprecated: { since: '2026-11-17', until: '2028-01-01', instead: `${path}/{id}/cancel` },
    }),
    endpoint({
      method: 'POST',
      path: `${path}/:id/resolve`,
      operation: 'resolveConversion',
      tag,
      summary: 'Say what became of an order that its venue cannot be asked for any more',
      description:
        'Of a conversion that was cancelled, so that it places no more orders. Two admins must find the same trades; until the second has, ' +
        'the order stays as it is. It is refused while the venue can still be asked for the order. When all its ' +
        'orders are settled, the conversion ends with what was traded.',
      scope: 'admin',
      repeats: 'answered again',
      params: ConversionId,
      body: OrderResolution,
      answers: { 200: { description: 'The conversion.', schema: ConversionDetail } },
      errors: ['step_up_required', 'not_found', 'invalid_transition', 'unprocessable'],
      handle: async (context, { params, body }) => ({
        status: 200,
        body: await resolveOrder(context, access, { ...params, ...body }),
      }),
    }),
    endpoint({
      method: 'GET',
      path,
      operation: 'listConversions',
      tag,
      summary: 'List conversions, newest first',
      description:
        'A filter with a syntax error or an unknown field is refused with the position of the error. ' +
        'A filter that takes longer than five seconds is answered 504.',
      scope: 'conversions:view',
      query: ConversionQuery,
      answers: { 200: { description: 'One page.', schema: ConversionPage } },
      handle: async (context, { query }) => ({ status: 200, body: await listConversions(context, query) }),
    }),
    endpoint({
      method: 'GET',
      path: `${path}/rules`,
      operation: 'getConversionRules',
      tag,
      summary: 'Get the price protection of the installation',
      description: 'The settings `conversions.bound` and `conversions.maxSlippageBps`.',
      scope: 'conversions:view',
      answers: { 200: { description: 'The rules.', schema: ConversionRules } },
      handle: async () => ({ status: 200, body: rules }),
    }),
    endpoint({
      method: 'GET',
      path: `${path}/slippage`,
      operation: 'summariseSlippage',
      tag,
      summary: 'What trades have cost, by venue and market',
      description:
        'Of the trades of a period of days: against the middle of the best offers when each conversion was created, and in fees. In ' +
        'the order of venue and market.',
      scope: 'conversions:view',
      query: SlippageQuery,
      answers: { 200: { description: 'The venues and markets.', schema: SlippageSummary } },
      handle: async (context, { query }) => ({ status: 200, body: await summariseSlippage(context, query) }),
    }),
    endpoint({
      method: 'GET',
      path: `${path}/:id`,
      operation: 'getConversion',
      tag,
      summary: 'Get a conversion with its orders, trades and movements',
      scope: 'conversions:view',
      params: ConversionId,
      answers: { 200: { description: 'The conversion.', schema: ConversionDetail } },
      errors: ['not_found'],
      handle: async (context, { params }) => ({ status: 200, body: await getConversion(context, params) }),
    }),
  ];
}

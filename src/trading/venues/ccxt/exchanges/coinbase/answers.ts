import type { Answers } from '../../answers.ts';
import { list, text, type Json } from '../../profile.ts';

/** Stand where no reason is given. */
const UNSET = new Set(['UNKNOWN_FAILURE_REASON', 'UNKNOWN_PREVIEW_FAILURE_REASON']);

export const answers: Answers = {
  codesOf({ error, errors, error_response: refusal }) {
    const { error: code, preview_failure_reason, new_order_failure_reason } = (refusal ?? {}) as Json;
    const all = [error, code, preview_failure_reason, new_order_failure_reason];
    return [...all, ...(list(errors) ?? []).map(({ id }) => id)]
      .flatMap((one) => text(one) ?? [])
      .filter((one) => !UNSET.has(one));
  },
  turnedAway: {
    authentication_error: 'key',
    expired_token: 'key',
    invalid_authentication_method: 'key',
    invalid_scope: 'key',
    invalid_token: 'key',
    rate_limit_exceeded: 'limit',
    revoked_token: 'key',
    unauthorized: 'key',
  },
  place: {
    refused: {
      INELIGIBLE_PAIR: 'symbol',
      INSUFFICIENT_FUND: 'balance',
      INSUFFICIENT_FUNDS: 'balance',
      INVALID_LEDGER_BALANCE: 'balance',
      INVALID_LIMIT_PRICE: 'price',
      INVALID_LIMIT_PRICE_POST_ONLY: 'post-only',
      INVALID_PRICE_PRECISION: 'precision',
      INVALID_PRODUCT_ID: 'symbol',
      INVALID_SIDE: 'type',
      INVALID_SIZE_PRECISION: 'precision',
      ORDER_ENTRY_DISABLED: 'symbol',
      PREVIEW_INSUFFICIENT_FUND: 'balance',
      PREVIEW_INSUFFICIENT_LEDGER_BALANCE: 'balance',
      PREVIEW_INVALID_BASE_SIZE_TOO_LARGE: 'size',
      PREVIEW_INVALID_BASE_SIZE_TOO_SMALL: 'size',
      PREVIEW_INVALID_LEDGER_BALANCE: 'balance',
      PREVIEW_INVALID_LIMIT_PRICE: 'price',
      PREVIEW_INVALID_LIMIT_PRICE_POST_ONLY: 'post-only',
      PREVIEW_INVALID_ORDER_CONFIG: 'type',
      PREVIEW_INVALID_PRICE_PRECISION: 'precision',
      PREVIEW_INVALID_PRICE_TOO_LARGE: 'price',
      PREVIEW_INVALID_PRODUCT_ID: 'symbol',
      PREVIEW_INVALID_QUOTE_SIZE_PRECISION: 'precision',
      PREVIEW_INVALID_QUOTE_SIZE_TOO_LARGE: 'size',
      PREVIEW_INVALID_QUOTE_SIZE_TOO_SMALL: 'size',
      PREVIEW_INVALID_SIDE: 'type',
      PREVIEW_INVALID_SIZE_PRECISION: 'precision',
      UNSUPPORTED_ORDER_CONFIGURATION: 'type',
    },
    // It answers a repeated id with the first order.
    repeated: [],
  },
  withdraw: {
    refused: {
      identity_verification_required: 'account',
      jumio_face_match_verification_required: 'account',
      jumio_verification_required: 'account',
      param_required: 'form',
      personal_details_required: 'account',
      two_factor_required: 'account',
      unverified_email: 'account',
      validation_error: 'form',
    },
    repeated: [],
  },
};

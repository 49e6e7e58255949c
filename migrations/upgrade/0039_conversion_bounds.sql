-- stop-first worker: those of the version before would trade without the bound.
-- The price protection of a conversion. It has at most one of the two amounts, whichever is not the requested one. Those
-- of earlier versions have none.
alter table conversion
  add column min_received numeric check (min_received >= 0),
  add column max_given numeric check (max_given > 0),
  -- If the bound was derived from the quote.
  add column max_slippage_bps integer check (max_slippage_bps between 0 and 5000),
  -- What the requested amount would have brought or cost at the best offers, fees included, when it was created.
  add column quoted_amount numeric check (quoted_amount >= 0),
  add constraint conversion_bound check (
    (min_received is null or (max_given is null and fixed_side = 'from'))
    and (max_given is null or fixed_side = 'to'));

-- What a person found at the venue about an order that it cannot be asked for any more, until another one has found the
-- same: { trades, comment, by, at, confirmedBy }.
alter table conversion_order add column finding jsonb;

-- selectKnownDeposits
select "venue", "read_to", "missing_from", "missing_to"
from "deposit_source"
where "tenant" = $1
order by "venue";

-- selectMoved
select (begins at time zone 'UTC')::date::text as "day", "venue", "asset", trim_scale("deposits") as "deposits", trim_scale("withdrawals") as "withdrawals", trim_scale("conversions_in") as "conversionsIn", trim_scale("conversions_out") as "conversionsOut", trim_scale("transfers_in") as "transfersIn", trim_scale("transfers_out") as "transfersOut", trim_scale("fees") as "fees"
from (
  select date_bin('1 day', "created_at", timestamptz '1970-01-01T00:00:00Z') as begins, venue as venue, asset,
      sum(amount) filter (where deposit_id is null) as deposits,
      null::numeric as withdrawals, null::numeric as conversions_in, null::numeric as conversions_out,
      sum(amount) filter (where deposit_id is not null) as transfers_in,
      null::numeric as transfers_out, sum(fee) as fees
    from deposit
    left join transfer_match on transfer_match.deposit_id = deposit.id
    where deposit.tenant = $1 and state = 'credited' and created_at >= $2 and created_at < $3
    group by 1, 2, 3
  union all
  select date_bin('1 day', "sent_at", timestamptz '1970-01-01T00:00:00Z'), venue, asset, null,
      sum(coalesce(received_amount, amount)) filter (where to_venue is null), null, null, null,
      sum(coalesce(received_amount, amount)) filter (where to_venue is not null), sum(coalesce(charged_fee, fee))
    from withdrawal
    where tenant = $4 and status in ('SUBMITTED', 'COMPLETED') and sent_at >= $5 and sent_at < $6
    group by 1, 2, 3
  union all
  select traded.begins, traded.venue, side_of.asset, null, null, side_of.inwards, side_of.outwards, null, null, side_of.fee
    from (
      select date_bin('1 day', "traded_at", timestamptz '1970-01-01T00:00:00Z') as begins, venue as venue, symbol, side, conversion_trade.fee_asset,
          sum(conversion_trade.quantity) as quantity, sum(conversion_trade.quantity * conversion_trade.price) as value,
          sum(conversion_trade.fee) as fee
        from conversion_trade
        join conversion_order on conversion_order.id = conversion_trade.order_id
        join conversion on conversion.id = conversion_order.conversion_id
        where conversion.tenant = $7 and traded_at >= $8 and traded_at < $9
        group by 1, 2, 3, 4, 5
    ) traded
    cross join lateral (values
      (split_part(symbol, '-', 1), case side when 'buy' then quantity end, case side when 'sell' then quantity end, null),
      (split_part(symbol, '-', 2), case side when 'sell' then value end, case side when 'buy' then value end, null),
      (fee_asset, null, null, fee)
    ) side_of (asset, inwards, outwards, fee)
) as "moved";

-- selectMovedAnywhere
select (begins at time zone 'UTC')::date::text as "day", "venue", "asset", trim_scale("deposits") as "deposits", trim_scale("withdrawals") as "withdrawals", trim_scale("conversions_in") as "conversionsIn", trim_scale("conversions_out") as "conversionsOut", trim_scale("transfers_in") as "transfersIn", trim_scale("transfers_out") as "transfersOut", trim_scale("fees") as "fees"
from (
  select date_bin('1 day', "created_at", timestamptz '1970-01-01T00:00:00Z') as begins, null::text as venue, asset,
      sum(amount) filter (where deposit_id is null) as deposits,
      null::numeric as withdrawals, null::numeric as conversions_in, null::numeric as conversions_out,
      sum(amount) filter (where deposit_id is not null) as transfers_in,
      null::numeric as transfers_out, sum(fee) as fees
    from deposit
    left join transfer_match on transfer_match.deposit_id = deposit.id
    where deposit.tenant = $1 and state = 'credited' and created_at >= $2 and created_at < $3
    group by 1, 2, 3
  union all
  select date_bin('1 day', "sent_at", timestamptz '1970-01-01T00:00:00Z'), null::text, asset, null,
      sum(coalesce(received_amount, amount)) filter (where to_venue is null), null, null, null,
      sum(coalesce(received_amount, amount)) filter (where to_venue is not null), sum(coalesce(charged_fee, fee))
    from withdrawal
    where tenant = $4 and status in ('SUBMITTED', 'COMPLETED') and sent_at >= $5 and sent_at < $6
    group by 1, 2, 3
  union all
  select traded.begins, traded.venue, side_of.asset, null, null, side_of.inwards, side_of.outwards, null, null, side_of.fee
    from (
      select date_bin('1 day', "traded_at", timestamptz '1970-01-01T00:00:00Z') as begins, null::text as venue, symbol, side, conversion_trade.fee_asset,
          sum(conversion_trade.quantity) as quantity, sum(conversion_trade.quantity * conversion_trade.price) as value,
          sum(conversion_trade.fee) as fee
        from conversion_trade
        join conversion_order on conversion_order.id = conversion_trade.order_id
        join conversion on conversion.id = conversion_order.conversion_id
        where conversion.tenant = $7 and traded_at >= $8 and traded_at < $9
        group by 1, 2, 3, 4, 5
    ) traded
    cross join lateral (values
      (split_part(symbol, '-', 1), case side when 'buy' then quantity end, case side when 'sell' then quantity end, null),
      (split_part(symbol, '-', 2), case side when 'sell' then value end, case side when 'buy' then value end, null),
      (fee_asset, null, null, fee)
    ) side_of (asset, inwards, outwards, fee)
) as "moved";

-- selectFlowSums
select (at at time zone 'UTC')::date::text as "day", "asset", trim_scale(sum("deposits")) as "deposits", trim_scale(sum("withdrawals")) as "withdrawals", trim_scale(sum("conversions_in")) as "conversionsIn", trim_scale(sum("conversions_out")) as "conversionsOut", trim_scale(sum("transfers_in")) as "transfersIn", trim_scale(sum("transfers_out")) as "transfersOut", trim_scale(sum("fees")) as "fees", null as "venue"
from (
  select deposit.created_at as at, deposit.venue, deposit.asset,
      case when transfer_match.deposit_id is null then deposit.amount else 0 end as deposits,
      0 as withdrawals, 0 as conversions_in, 0 as conversions_out,
      case when transfer_match.deposit_id is null then 0 else deposit.amount end as transfers_in,
      0 as transfers_out, coalesce(deposit.fee, 0) as fees
    from deposit
    left join transfer_match on transfer_match.deposit_id = deposit.id
    where deposit.tenant = $1 and deposit.state = 'credited'
      and deposit.created_at >= $2 and deposit.created_at < $3
  union all
  select sent_at, venue, asset, 0,
      case when to_venue is null then coalesce(received_amount, amount) else 0 end, 0, 0, 0,
      case when to_venue is null then 0 else coalesce(received_amount, amount) end,
      coalesce(charged_fee, fee, 0)
    from withdrawal
    where tenant = $4 and status in ('SUBMITTED', 'COMPLETED')
      and sent_at >= $5 and sent_at < $6
  union all
  select traded.traded_at, traded.venue, moved.asset, 0, 0, moved.inwards, moved.outwards, 0, 0, moved.fee
    from (
      select conversion_trade.*, conversion_order.venue, conversion_order.side,
          split_part(conversion_order.symbol, '-', 1) as base, split_part(conversion_order.symbol, '-', 2) as counter
        from conversion_trade
        join conversion_order on conversion_order.id = conversion_trade.order_id
        join conversion on conversion.id = conversion_order.conversion_id
        where conversion.tenant = $7
          and conversion_trade.traded_at >= $8 and conversion_trade.traded_at < $9
    ) traded
    cross join lateral (values
      (base, case side when 'buy' then quantity else 0 end, case side when 'buy' then 0 else quantity end, 0),
      (counter, case side when 'buy' then 0 else quantity * price end, case side when 'buy' then quantity * price else 0 end, 0),
      (fee_asset, 0, 0, fee)
    ) moved (asset, inwards, outwards, fee)
) as "movement"
group by 1, "asset"
order by 1, "asset";

-- selectFlows
select (at at time zone 'UTC')::date::text as "day", "asset", trim_scale(sum("deposits")) as "deposits", trim_scale(sum("withdrawals")) as "withdrawals", trim_scale(sum("conversions_in")) as "conversionsIn", trim_scale(sum("conversions_out")) as "conversionsOut", trim_scale(sum("transfers_in")) as "transfersIn", trim_scale(sum("transfers_out")) as "transfersOut", trim_scale(sum("fees")) as "fees", "venue"
from (
  select deposit.created_at as at, deposit.venue, deposit.asset,
      case when transfer_match.deposit_id is null then deposit.amount else 0 end as deposits,
      0 as withdrawals, 0 as conversions_in, 0 as conversions_out,
      case when transfer_match.deposit_id is null then 0 else deposit.amount end as transfers_in,
      0 as transfers_out, coalesce(deposit.fee, 0) as fees
    from deposit
    left join transfer_match on transfer_match.deposit_id = deposit.id
    where deposit.tenant = $1 and deposit.state = 'credited'
      and deposit.created_at >= $2 and deposit.created_at < $3
  union all
  select sent_at, venue, asset, 0,
      case when to_venue is null then coalesce(received_amount, amount) else 0 end, 0, 0, 0,
      case when to_venue is null then 0 else coalesce(received_amount, amount) end,
      coalesce(charged_fee, fee, 0)
    from withdrawal
    where tenant = $4 and status in ('SUBMITTED', 'COMPLETED')
      and sent_at >= $5 and sent_at < $6
  union all
  select traded.traded_at, traded.venue, moved.asset, 0, 0, moved.inwards, moved.outwards, 0, 0, moved.fee
    from (
      select conversion_trade.*, conversion_order.venue, conversion_order.side,
          split_part(conversion_order.symbol, '-', 1) as base, split_part(conversion_order.symbol, '-', 2) as counter
        from conversion_trade
        join conversion_order on conversion_order.id = conversion_trade.order_id
        join conversion on conversion.id = conversion_order.conversion_id
        where conversion.tenant = $7
          and conversion_trade.traded_at >= $8 and conversion_trade.traded_at < $9
    ) traded
    cross join lateral (values
      (base, case side when 'buy' then quantity else 0 end, case side when 'buy' then 0 else quantity end, 0),
      (counter, case side when 'buy' then 0 else quantity * price end, case side when 'buy' then quantity * price else 0 end, 0),
      (fee_asset, 0, 0, fee)
    ) moved (asset, inwards, outwards, fee)
) as "movement"
group by 1, "asset", "venue"
order by 1, "venue", "asset";

-- selectKnownDeposits
select "venue", "read_to", "missing_from", "missing_to"
from "deposit_source"
where "tenant" = $1
order by "venue";

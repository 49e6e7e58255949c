-- disableAddress
update "notice_address"
set "disabled_at" = $1, "disabled_because" = $2
where "person" = $3 and "channel" = $4 and "address" = $5 and "disabled_at" is null;

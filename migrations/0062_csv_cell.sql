-- Spreadsheets also read the full-width signs + - = @ (U+FF0B, U+FF0D, U+FF1D, U+FF20) as the start of a formula.
create or replace function csv_cell(value text) returns text language sql immutable parallel safe as $$
  select case
    when value is null then null
    when value collate "C" >= 'A' and value collate "C" < E'\x7f' then value
    when value collate "C" >= '0' and value collate "C" < ':' then value
    when ascii(value) not in (43, 45, 61, 64, 65291, 65293, 65309, 65312) and ascii(value) not between 1 and 31
      and ascii(value) not between 127 and 159 then value
    when value ~ '^-[0-9]+(\.[0-9]+)?$' then value
    else '''' || value
  end
$$;

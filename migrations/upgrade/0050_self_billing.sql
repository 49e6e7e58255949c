-- That a partner takes documents which the firm issues in its name, and the data that they have. The newest counts.
create table self_billing_agreement (
  id uuid primary key,
  tenant text not null,
  partner_uid text not null,
  -- Of the text that was accepted.
  text_sha256 bytea not null,
  details jsonb not null,
  accepted_by text not null,
  accepted_at timestamptz not null,
  valid_to timestamptz not null check (valid_to > accepted_at)
);

create index self_billing_agreement_newest on self_billing_agreement (tenant, partner_uid, accepted_at desc);

-- The last numbers used. Issuing a document locks the row of its series, so that numbers have no gaps.
create table self_billing_series (
  tenant text not null,
  series text not null,
  serial bigint not null,
  issued_on date not null,
  primary key (tenant, series)
);

-- What the firm issues in the name of a partner. The content is what was issued; the columns are for finding it.
create table self_billing_document (
  tenant text not null,
  number text not null,
  series text not null,
  serial bigint not null,
  kind text not null check (kind in ('invoice', 'credit_note')),
  disbursement_number bigint not null references disbursement,
  partner_uid text not null,
  account_id text not null,
  issued_on date not null,
  -- The invoice that a credit note takes back.
  corrects text,
  content jsonb not null,
  primary key (tenant, number),
  unique (tenant, series, serial),
  unique (tenant, corrects),
  foreign key (tenant, corrects) references self_billing_document (tenant, number),
  check ((kind = 'credit_note') = (corrects is not null))
);

create index self_billing_document_newest on self_billing_document (tenant, issued_on desc, series, serial desc);
create index self_billing_document_partner on self_billing_document (tenant, partner_uid, issued_on desc);
create index self_billing_document_account on self_billing_document (tenant, account_id, serial desc);
create index self_billing_document_disbursement on self_billing_document (disbursement_number);

create function self_billing_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'agreements and self-billing documents never change: this % of % is refused', lower(tg_op), tg_table_name
    using errcode = 'insufficient_privilege';
end
$$;

create trigger self_billing_agreement_change before update or delete on self_billing_agreement
  for each row execute function self_billing_refuse();
create trigger self_billing_agreement_truncate before truncate on self_billing_agreement
  execute function self_billing_refuse();
create trigger self_billing_document_change before update or delete on self_billing_document
  for each row execute function self_billing_refuse();
create trigger self_billing_document_truncate before truncate on self_billing_document
  execute function self_billing_refuse();
create trigger self_billing_series_delete before delete on self_billing_series
  for each row execute function self_billing_refuse();
create trigger self_billing_series_truncate before truncate on self_billing_series execute function self_billing_refuse();
create trigger self_billing_series_back before update on self_billing_series for each row
  when (new.serial <= old.serial or new.issued_on < old.issued_on or (old.tenant, old.series) <> (new.tenant, new.series))
  execute function self_billing_refuse();

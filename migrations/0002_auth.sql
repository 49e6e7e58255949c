create table credential (
  id uuid primary key,
  kind text not null check (kind in ('client', 'person')),
  name text not null unique,
  tenant text not null,
  partner_uid text,
  scopes text[] not null,
  -- Every token carries it. A new secret or new scopes change it and so revoke the tokens of the old one.
  secret_id uuid not null,
  secret_hash text not null,
  created_at timestamptz not null,
  rotated_at timestamptz,
  revoked_at timestamptz
);

-- Sign-in attempts by the name tried, whether or not such a credential exists, and by the address or network they
-- came from. Only a hash of the name is stored, because people type passwords into the wrong field.
create table sign_in_attempts (
  service text not null,
  name_hash bytea not null,
  source text not null,
  failures integer not null check (failures >= 0),
  last_failed_at timestamptz,
  last_succeeded_at timestamptz,
  primary key (service, name_hash, source)
);

create table signing_key (
  kid text primary key,
  public_jwk jsonb not null,
  sealed_private_key bytea not null,
  created_at timestamptz not null,
  -- Null while the key signs; then the time at which the last token signed with it expires.
  expires_at timestamptz
);

-- Several processes may start at once; only one key signs.
create unique index signing_key_one_signs on signing_key ((true)) where expires_at is null;

-- The id is that of a token, or of a secret, which revokes every token issued for it.
create table revocation (
  id uuid primary key,
  expires_at timestamptz not null
);

create index revocation_expires_at on revocation (expires_at);

-- A trigger, so that no revocation can commit without notifying every process.
create function notify_revocation() returns trigger language plpgsql as $$
begin
  perform pg_notify('revocation', new.id || ' ' || (extract(epoch from new.expires_at) * 1000)::bigint);
  return null;
end
$$;

create trigger revocation_notify after insert on revocation
  for each row execute function notify_revocation();

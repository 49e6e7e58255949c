-- How the console speaks to a person. Without a row, as the browser asks for it, and in UTC.
create table display_preference (
  credential_id uuid primary key references credential (id),
  -- Null: as the browser asks for it.
  language text,
  -- A name of the IANA database. Null: UTC.
  time_zone text
);

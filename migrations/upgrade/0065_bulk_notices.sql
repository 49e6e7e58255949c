-- Messages about what concerns many partners at once are sent after all others.
alter table notice_delivery add column is_bulk boolean not null default false;

create index notice_delivery_turn on notice_delivery (channel, is_bulk, due_at) where due_at is not null;

-- Triggers, so that nothing a fact store copies can change without notifying every process that has a store.
create function notify_facts() returns trigger language plpgsql as $$
begin
  perform pg_notify('facts', tg_argv[0]);
  return null;
end
$$;

create trigger log_head_notify after update of number on log_head
  for each row when (old.number is distinct from new.number) execute function notify_facts('batch');

create trigger wallet_account_notify_new after insert on wallet_account
  for each row when (new.renamed) execute function notify_facts('names');
create trigger wallet_account_notify after update of name on wallet_account
  for each row when (new.renamed) execute function notify_facts('names');

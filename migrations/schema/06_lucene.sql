-- Whether the value is at most 1 or 2 edits away from the term, as Lucene's fuzzy query counts them: an edit
-- inserts, removes or replaces a character or swaps two neighbours. The common prefix and suffix need no edits. The
-- first and last character of the remainder differ, so with two edits the text between them must be equal.
create function lucene_within(value text, term text, edits integer) returns boolean
language plpgsql immutable strict parallel safe as $$
declare
  longer text := value;
  shorter text := term;
  n integer := char_length(value);
  m integer := char_length(term);
  low integer;
  high integer;
  middle integer;
  head_swapped boolean;
  tail_swapped boolean;
begin
  if value = term then return true; end if;
  if n < m then
    longer := term; shorter := value; middle := n; n := m; m := middle;
  end if;
  if n - m > edits then return false; end if;

  low := 0; high := m;
  while low < high loop
    middle := (low + high + 1) / 2;
    if left(longer, middle) = left(shorter, middle) then low := middle; else high := middle - 1; end if;
  end loop;
  longer := substr(longer, low + 1); n := n - low;
  shorter := substr(shorter, low + 1); m := m - low;

  low := 0; high := m;
  while low < high loop
    middle := (low + high + 1) / 2;
    if right(longer, middle) = right(shorter, middle) then low := middle; else high := middle - 1; end if;
  end loop;
  n := n - low; longer := left(longer, n);
  m := m - low; shorter := left(shorter, m);

  if n = 1 or (n = 2 and m = 2 and longer = reverse(shorter)) then return true; end if;
  if edits < 2 then return false; end if;
  if n - m = 2 then return substr(longer, 2, n - 2) = shorter; end if;

  head_swapped := n > 2 and m > 1 and left(longer, 2) = reverse(left(shorter, 2));
  tail_swapped := n > 2 and m > 1 and right(longer, 2) = reverse(right(shorter, 2));
  if n = m then
    return substr(longer, 2, n - 2) = substr(shorter, 2, n - 2)
      or right(longer, n - 1) = left(shorter, n - 1)
      or left(longer, n - 1) = right(shorter, n - 1)
      or (head_swapped and substr(longer, 3, n - 3) = substr(shorter, 3, n - 3))
      or (tail_swapped and substr(longer, 2, n - 3) = substr(shorter, 2, n - 3))
      or (head_swapped and tail_swapped and n > 3 and substr(longer, 3, n - 4) = substr(shorter, 3, n - 4));
  end if;
  return substr(longer, 2, n - 2) = left(shorter, m - 1)
    or substr(longer, 2, n - 2) = substr(shorter, 2)
    or (head_swapped and substr(longer, 3, n - 3) = substr(shorter, 3))
    or (tail_swapped and substr(longer, 2, n - 3) = left(shorter, m - 2));
end
$$;

interface Difference {
  /** Selects of what is earned now and of what was credited before, with all the columns below. */
  readonly earned: string;
  readonly credited: string;
  /** What amounts are credited for. */
  readonly subject: readonly string[];
  /** What else a row says about its subject. It may have changed since the subject was credited. */
  readonly description: readonly string[];
  readonly amounts: readonly string[];
}

/**
 * A select of the rows that bring what was credited to what is earned. When the amounts of a subject have changed,
 * rows under an earlier description are taken back under that description. A subject whose description alone has
 * changed keeps its rows.
 */
export function differenceOf({ earned, credited, subject, description, amounts }: Difference): string {
  const columns = [...subject, ...description].join(', ');
  const hasChanged = amounts.map((name) => `sum(${name}) <> 0`).join(' or ');
  const isSame = subject.map((name) => `change.${name} is not distinct from changed.${name}`).join(' and ');
  return `
    with change as materialized (
      select ${columns}, ${amounts.join(', ')} from (${earned})
      union all
      select ${columns}, ${amounts.map((name) => `-${name}`).join(', ')} from (${credited})
    ),
    changed as materialized (
      select ${subject.join(', ')} from change group by ${subject.join(', ')} having ${hasChanged}
    )
    select ${columns}, ${amounts.map((name) => `sum(${name}) as ${name}`).join(', ')}
    from change semi join changed on ${isSame}
    group by ${columns}
    having ${hasChanged}`;
}

/** Of the answer that a person gives to a screening. */
export const texts = {
  title: 'Answer its screening',
  about: (until: string) => `Your answer counts once, until ${until}. It cannot be changed.`,
  question: 'What have you found?',
  verdicts: {
    PASS: { name: 'Let it pass', about: 'It leaves as soon as it has its approvals.' },
    REFUSE: { name: 'Refuse it', about: 'It is cancelled. Nothing is sent.' },
    HOLD: { name: 'Hold it', about: 'It needs one more approval, by a person.' },
  },
  reason: 'Reason',
  aboutReason: 'Everybody who sees the withdrawal sees it, for ever: name no people.',
  evidence: 'Evidence',
  aboutEvidence: 'Where you keep what you found, such as the number of a case.',
  required: 'This is required.',
  submit: 'Answer',
  done: {
    PASS: 'It has passed its screening.',
    REFUSE: 'It is refused and cancelled.',
    HOLD: 'It is held: people decide.',
  },
} as const;

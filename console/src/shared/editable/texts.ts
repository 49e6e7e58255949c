export const texts = {
  change: 'Change',
  discard: 'Discard',
  overtaken:
    'Somebody else changed this while you had it open. What you typed is still here. If you save again, it replaces what they saved.',
  loadNewest: 'Load their version in place of mine',
} as const;

export const texts = {
  title: (since: string) => `The server does not answer since ${since}`,
  about: 'What you see may be old, and nothing can be changed until it answers again. What you typed stays.',
  next: (seconds: number) => `It is asked again in ${seconds} s.`,
  asking: 'It is asked now.',
  now: 'Ask now',
} as const;

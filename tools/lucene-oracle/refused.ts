/** What Lucene answers and we refuse, each with the reason that the diagnostic has to name. */
export const REFUSED: Readonly<Record<string, readonly string[]>> = {
  complement: ['/~a/', '/~(abc)/', '/a~b/', '/(a|~b)/', '/a.*~(x)/', 'status:/~(PENDING)/'],
  intersection: ['/a&b/', '/.*a.*&.*b.*/', '/(a&b)c/', 'status:/P.*&.*G/'],
  'backslash before a letter': [
    '/\\d+/',
    '/\\w/',
    '/[\\s]/',
    '/a\\b/',
    '/\\n/',
    '/[a-\\z]/',
    '/a\\tb/',
    '/\\u0061/',
  ],
  'repeated at most': ['/a{256}/', '/a{0,300}/', '/a{1000,}/'],
  'too large': ['/(a?){100}/', '/(a{100}){100}/', '/((a?b?c?){20}){4}/'],
  'nested at most': [`/${'('.repeat(40)}a${')'.repeat(40)}/`, `${'('.repeat(40)}a${')'.repeat(40)}`],
  'U+0000': ['a\\u0000', 'a\0', '[a TO b\\u0000]', '"\\u0000"', '/a\0/'],
  'at most 16 regular expressions': [Array.from({ length: 17 }, (_, index) => `/a${index}/`).join(' ')],
  'at most 1024 characters': ['a '.repeat(512) + 'a'],
};

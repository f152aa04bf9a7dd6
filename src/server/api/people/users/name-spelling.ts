const replacements = [
  ['{a', 'a'],
  ['{b', 'a'],
  ['{c', 'o'],
  ['é', 'e'],
  ['ü', 'y'],
  ['-', ''],
  [' ', ''],
  ['ph', 'f'],
  ['th', 't'],
  ['ck', 'k'],
  ['c', 'k'],
  ['w', 'v'],
  ['z', 's'],
  ['ss', 's'],
  ['nn', 'n'],
] as const

/**
 * SQL: a name key without the differences of spelling by which records of one person often differ. The index
 * `idx_users_birth_spelling` has the same expression, so a change needs a migration.
 */
export const toNameSpelling = (nameKey: string): string =>
  replacements.reduce((text, [from, to]) => `replace(${text}, '${from}', '${to}')`, nameKey)

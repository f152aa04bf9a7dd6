import { expect, test } from 'vitest'
import { findBooleanNames } from './boolean-names.ts'
import { type LanguageRule, languageFindings, languageRules } from './language-rules.ts'
import { findUndeclaredRefusals } from './refusal-rules.ts'
import { findUnstatedResults, type UnstatedResult } from './return-rules.ts'
import { isTest, type Source, sourceAt, sourcesIn } from './sources.ts'
import { findValueNames } from './value-names.ts'

const configuration = ['astro.config.mjs', 'playwright.config.ts', 'vitest.config.ts'].map(sourceAt)
const sources = [...sourcesIn('src', 'tests', 'tools'), ...configuration]
const findings = sources.flatMap(({ path, text }) => languageFindings(path, text))

test.each(Object.entries(languageRules))('no name or comment breaks the rule on a %s', (rule, advice) => {
  const places = findings.filter((finding) => finding.rule === rule)
  expect(
    places.map(({ path, line, text }) => `${path}:${line} ${text}`),
    advice,
  ).toEqual([])
})

const rulesBroken = (text: string, path = 'src/server/platform/example.ts'): LanguageRule[] =>
  languageFindings(path, text).map(({ rule }) => rule)

const documented = (comment: string, code: string) => `/** ${comment} */\n${code}\n`

test('a type that is a bare participle is found, and one with a noun is not', () => {
  expect(rulesBroken('interface Wanted {}')).toEqual(['participle type'])
  expect(rulesBroken('interface CourseTold {}')).toEqual(['participle type'])
  expect(rulesBroken('interface PublishedEducation {}')).toEqual([])
})

test('a comment that begins with a clause is found, and one that names its subject is not', () => {
  expect(rulesBroken(documented('What a list shows.', ''))).toEqual(['comment opening'])
  expect(rulesBroken(documented('Rows of a list.', ''))).toEqual([])
  expect(rulesBroken(documented('Reads the row again, for whoever asks.', ''))).toEqual(['private word'])
  expect(rulesBroken('const a = 1\n// Who pays decides nothing.\n')).toEqual(['comment opening'])
})

test('a comment that spells in American English is found, unless it quotes a name', () => {
  expect(rulesBroken(documented('Ignores canceled rows.', ''))).toEqual(['spelling'])
  expect(rulesBroken(documented('Ignores cancelled rows, by the column `canceled`.', ''))).toEqual([])
})

test('an address is found unless the comment says of which kind it is', () => {
  expect(rulesBroken(documented('Returns the address of a page.', ''))).toEqual(['bare address'])
  expect(rulesBroken(documented('Returns the URL of a page.', ''))).toEqual([])
  expect(rulesBroken(documented('Confirms an e-mail address. The address is new.', ''))).toEqual([])
  expect(rulesBroken(documented('Reads the column `address`.', ''))).toEqual([])
})

test('an error that is thrown is found in prose, and not in a tag', () => {
  expect(rulesBroken(documented('Parses a day. Throws an `Error` for another text.', ''))).toEqual(['throws in prose'])
  expect(rulesBroken(documented('Parses a day. @throws Error for another text.', ''))).toEqual([])
})

test('a reader on the server is found unless the comment introduces one', () => {
  expect(rulesBroken(documented('Formats a day in the language of the reader.', ''))).toEqual(['unnamed reader'])
  expect(rulesBroken('const a = 1\n// The reader may be a guardian.\n')).toEqual(['unnamed reader'])
  expect(rulesBroken(documented('Records a reader once. The reader is the caller.', ''))).toEqual([])
  expect(rulesBroken(documented('Marks what the reader has seen.', ''), 'src/islands/client/example.ts')).toEqual([])
})

test('a first sentence of more than twenty-five words is found', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ')
  expect(rulesBroken(documented(`${words(26)}.`, ''))).toEqual(['long opening'])
  expect(rulesBroken(documented(`${words(25)}. ${words(40)}.`, ''))).toEqual([])
})

test('an exported function says what it does and which refusals it throws', () => {
  const code = "export function mustBeOpen() {\n  throw new Refused('not_found')\n}"
  expect(rulesBroken(code)).toEqual(['undocumented export', 'undeclared refusal'])
  expect(rulesBroken(documented('Refuses a closed list.', code))).toEqual(['undeclared refusal'])
  expect(rulesBroken(documented("Refuses a closed list. @throws Refused('not_found')", code))).toEqual([])
  expect(rulesBroken(code, 'src/islands/client/example.ts')).toEqual(['undocumented export', 'undeclared refusal'])
  expect(rulesBroken(code, 'tests/example.ts')).toEqual([])
})

test('an exported function that reads several rows says how many at most', () => {
  const code = 'export const listRows = (limit: number) => query.limit(limit)'
  expect(rulesBroken(documented('Lists the rows.', code))).toEqual(['unstated limit'])
  expect(rulesBroken(documented('Lists at most `limit` rows.', code))).toEqual([])
  expect(rulesBroken(documented('Finds a row.', 'export const findRow = () => query.limit(1)'))).toEqual([])
})

test('an exported function that returns a statement says so', () => {
  const code = 'export const removeRow = (db: Database, id: number): Statement => query.delete(rows)'
  expect(rulesBroken(documented('Removes a row.', code))).toEqual(['unstated statement'])
  expect(rulesBroken(documented('Returns the statement that removes a row.', code))).toEqual([])
})

test('an exported function that writes an audit entry says so', () => {
  const code = "export const removeRow = () => commit([remove(), recordAudit('row.removed')])"
  expect(rulesBroken(documented('Removes a row.', code))).toEqual(['unstated audit entry'])
  expect(rulesBroken(documented('Removes a row, with an audit entry.', code))).toEqual([])
})

test('an exported function of the server declares the refusals of the functions that it calls', () => {
  const undeclared = findUndeclaredRefusals(sourcesIn('src/server'))
  expect(
    undeclared.map(({ path, name, missing }) => `${path} ${name}: ${missing.join(', ')}`),
    'add `@throws Refused(…)`, or `@throws Refused with the codes of` and the function in backticks',
  ).toEqual([])
})

test('a refusal of a called function is found unless the comment names it, or the function that declares it', () => {
  const source = (path: string, text: string): Source => ({ path, text, lines: 1, imports: [] })
  const called = "/** Loads a row. @throws Refused('not_found') */\nexport const loadRow = () => fail()\n"
  const missingIn = (comment: string, body = 'loadRow()') =>
    findUndeclaredRefusals([
      source('src/server/a.ts', called),
      source(
        'src/server/b.ts',
        `import { loadRow } from './a.ts'\n\nfunction readRow() {\n  return ${body}\n}\n\n/** ${comment} */\nexport const showRow = () => readRow()\n`,
      ),
    ]).flatMap(({ missing }) => missing)
  expect(missingIn('Shows a row, as `loadRow` does.')).toEqual(['not_found of loadRow'])
  expect(missingIn("Shows a row. @throws Refused('not_found')")).toEqual([])
  expect(missingIn('Shows a row. @throws Refused with the codes of `loadRow`')).toEqual([])
  expect(missingIn('Shows a row.', 'row')).toEqual([])
})

test('an exported function says when it returns null, how a list is ordered, and no truth value of another type', () => {
  expect(
    findUnstatedResults(sources).map(({ path, name, question }) => `${path} ${name}: ${question}`),
    'say `null when …`, `by …` or `in no order`, and `Classifies …` or `Returns … as` for a result that is no boolean',
  ).toEqual([])
})

test('an open question about a result is found, and a comment that answers it is not', () => {
  const questions = (comment: string, code: string): UnstatedResult['question'][] =>
    findUnstatedResults([{ path: 'src/server/a/storage.ts', text: `/** ${comment} */\n${code}` }]).map(
      ({ question }) => question,
    )
  const find = 'export async function findRow(db: Database, { id }: { id: number }): Promise<Row | null> {\n}\n'
  expect(questions('Finds a row.', find)).toEqual(['null'])
  expect(questions('Finds a row; null when there is none.', find)).toEqual([])
  const list = 'export const listRows = (db: Database): Promise<Row[]> => select(db)\n'
  expect(questions('Lists the rows.', list)).toEqual(['order'])
  expect(questions('Lists the rows, in no order.', list)).toEqual([])
  const classify = "export const getState = (row: Row): 'open' | 'closed' => row.state\n"
  expect(questions('Returns whether a row is open.', classify)).toEqual(['boolean'])
  expect(
    questions('Returns whether a row is open.', 'export const isOpen = (row: Row): boolean => row.open\n'),
  ).toEqual([])
})

test('no variable or parameter is named by a bare participle or verb', () => {
  expect(
    sources.flatMap(findValueNames).map(({ path, line, name }) => `${path}:${line} ${name}`),
    'name a value by the noun that its reader expects: `response`, `noticeRows`, `overrides`',
  ).toEqual([])
})

test('a participle is found as a variable, a parameter and a renamed property, and not as a property or an adjective', () => {
  const namesIn = (text: string, path = 'src/example.ts') => findValueNames({ path, text }).map(({ name }) => name)
  expect(namesIn('const told = 1\nlet asked: number')).toEqual(['told', 'asked'])
  expect(namesIn('const [kept, rest] = pair\nfor (const held of rows) use(held)')).toEqual(['kept', 'held'])
  expect(namesIn('const { row: kept } = found\nconst { kept } = rule')).toEqual(['kept'])
  expect(namesIn('const add = (wanted: Row) => list.map((gone) => gone.id)')).toEqual(['wanted', 'gone'])
  expect(namesIn('const keptRow = { kept: true, told: row.said }')).toEqual([])
  expect(namesIn('---\nconst rows = 1\n---\n<ul>{rows.map((held) => <li>{held}</li>)}</ul>', 'a.astro')).toEqual([
    'held',
  ])
})

test('the booleans of the kit, the components and the layouts are questions', () => {
  const shared = sources.filter(({ path }) => /^src\/(?:islands\/ui|components|layouts)\//.test(path) && !isTest(path))
  expect(
    shared.flatMap(findBooleanNames).map(({ path, line, name }) => `${path}:${line} ${name}`),
    'name a boolean `isX`, `hasX`, `canX` or by the verb of a question: `isDense`, `hidesLabel`',
  ).toEqual([])
})

test('an adjective is found as a property and as a parameter, and not as an attribute or a question', () => {
  const namesIn = (text: string) => findBooleanNames({ path: 'a.ts', text }).map(({ name }) => name)
  expect(namesIn('interface Props {\n  dense?: boolean | undefined\n  readonly busy: boolean\n}')).toEqual([
    'dense',
    'busy',
  ])
  expect(namesIn('const show = (partly: boolean) => partly')).toEqual(['partly'])
  expect(namesIn('interface Props { open: boolean; isDense: boolean; hidesLabel?: boolean; wraps: boolean }')).toEqual(
    [],
  )
})

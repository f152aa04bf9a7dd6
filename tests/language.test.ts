import { expect, test } from 'vitest'
import { type LanguageRule, languageFindings, languageRules } from './language-rules.ts'
import { sourcesIn } from './sources.ts'

const findings = sourcesIn('src', 'tests', 'tools').flatMap(({ path, text }) => languageFindings(path, text))

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

test('a type that is a bare participle is found, and one that says of what is not', () => {
  expect(rulesBroken('interface Wanted {}')).toEqual(['participle type'])
  expect(rulesBroken('interface CourseTold {}')).toEqual(['participle type'])
  expect(rulesBroken('interface PublishedEducation {}')).toEqual([])
})

test('a comment that begins with a clause is found, and one that names its subject is not', () => {
  expect(rulesBroken(documented('What a list shows.', ''))).toEqual(['comment opening'])
  expect(rulesBroken(documented('Rows of a list.', ''))).toEqual([])
  expect(rulesBroken(documented('Reads the row again, for whoever asks.', ''))).toEqual(['private word'])
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
  expect(rulesBroken(code, 'src/islands/client/example.ts')).toEqual([])
})

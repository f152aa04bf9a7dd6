import { describe, expect, test } from 'vitest'
import glossary from '../docs/glossary.md?raw'
import { declaredTables } from './named-tables.ts'
import { sourcesIn } from './sources.ts'

/**
 * Row of the table `| English | Swedish | on the wire | meaning | names |`; backticks in the last column mark names.
 */
interface Concept {
  noun: string
  names: string[]
}

const sectionOf = (title: string): string => glossary.split(/^## /m).find((text) => text.startsWith(`${title}\n`)) ?? ''

const rowsOf = (title: string): string[][] =>
  [...sectionOf(title).matchAll(/^\| (.+) \|$/gm)]
    .map(([, row = '']) => row.split('|').map((cell) => cell.trim()))
    .slice(2)

const concepts: Concept[] = ['The domain', 'The machinery'].flatMap(rowsOf).map((cells) => ({
  noun: cells[0] ?? '',
  names: [...(cells[4] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
}))

/** Splits a name into lower-case words: `educationParts`, `education-parts` and `education_parts` give the same. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)

const nounWords = (noun: string): string[] => noun.toLowerCase().split(/[ -]/)

const isFormOf = (word: string, singular: string): boolean =>
  [singular, `${singular}s`, `${singular}es`, singular.replace(/y$/, 'ies')].includes(word)

const unique = (names: Iterable<string>): string[] => [...new Set(names)].sort()

const sources = sourcesIn('src', 'tests', 'locales')
const paths = sources.map(({ path }) => path)
const foldersBy = (pattern: RegExp): string[] => unique(paths.flatMap((path) => pattern.exec(path)?.[1] ?? []))
const locales = Object.keys(import.meta.glob('../locales/sv/*.json')).map((path) => path.replace(/.*\/|\.json$/g, ''))

const existing = unique([
  ...foldersBy(/^src\/server\/api\/([^/]+\/[^/]+)\/./),
  ...foldersBy(/^src\/(islands\/[^/]+)\/./),
  ...locales.map((name) => `locales/${name}`),
  ...declaredTables(sourcesIn('src')).keys(),
])

describe('the glossary', () => {
  test('lists each slice, table, locale file and island folder in one row, and nothing else', () => {
    expect(concepts.flatMap(({ names }) => names).sort()).toEqual(existing)
  })

  test('has one row per noun', () => {
    const nouns = concepts.map(({ noun }) => noun.toLowerCase())
    expect(nouns.filter((noun, at) => nouns.indexOf(noun) !== at)).toEqual([])
  })

  test('names the parts of a concept by its noun', () => {
    const hasWord = (name: string, singular: string) =>
      wordsOf(name.replace(/^.*\//, '')).some((word) => isFormOf(word, singular))
    const misnamed = concepts.flatMap(({ noun, names }) =>
      names
        .filter((name) => !nounWords(noun).every((word) => hasWord(name, word)))
        .map((name) => `${name} does not hold the noun ${noun}`),
    )
    expect(misnamed).toEqual([])
  })

  test('replaces words that no name of a file or folder has', () => {
    const unused = rowsOf('Words that are not used').map(([word = '']) => word)
    const isUnused = (word: string) => unused.some((singular) => isFormOf(word, singular))
    expect(unused).not.toEqual([])
    expect([...paths, ...existing].filter((path) => wordsOf(path).some(isUnused))).toEqual([])
  })
})

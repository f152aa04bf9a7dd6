import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { screens } from '#screens/screens.ts'
import { specifiedCalls } from './specified-calls.ts'

interface TextFile {
  path: string
  text: string
}

const filesIn = (...patterns: string[]): TextFile[] =>
  globSync(patterns).map((path) => ({ path, text: readFileSync(path, 'utf8') }))

const own = 'tests/spec-references.test.ts'
const spec = filesIn('docs/spec/*.md')
const code = filesIn('{src,tests,tools}/**/*.{ts,tsx,astro,mjs}', 'locales/*.ts', 'migrations/*.sql').filter(
  ({ path }) => path !== own,
)
const documents = filesIn('*.md', 'docs/**/*.md')
const portal = spec.find(({ path }) => path.endsWith('portal.md'))?.text ?? ''

const slugOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\d\s-]/gu, '')
    .replaceAll(' ', '-')

/** Lists the anchors of a page: explicit ones, and its headings. */
const anchorsIn = (text: string): string[] => [
  ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id),
  ...[...text.matchAll(/^#+ (?!<a)(.+)$/gm)].map(([, heading = '']) => slugOf(heading)),
]

const anchors = new Map(spec.map(({ path, text }) => [path, anchorsIn(text)]))
const ids = new Set([...anchors.values()].flat())
const prefixes = [
  ...new Set(spec.flatMap(({ text }) => [...text.matchAll(/<\/a>([A-Z][A-Z0-9]*)-\d/g)]).map(([, p = '']) => p)),
]

/** Matches a rule id with a known prefix, or any id after the word "spec". `C-` alone also occurs in icon paths. */
const reference = new RegExp(
  `\\b(?:spec ([A-Z][A-Z0-9]*-\\d+[a-z]?)|((?:${prefixes.filter((prefix) => prefix !== 'C').join('|')})-\\d{2,3}[a-z]?))\\b`,
  'g',
)

const deadReferences = ({ path, text }: TextFile): string[] =>
  [...text.matchAll(reference)]
    .map(([, named, bare]) => named ?? bare ?? '')
    .filter((id) => !ids.has(id.toLowerCase()))
    .map((id) => `${path} names ${id}`)

interface Link {
  /** Path of the linked file in the repository. */
  file: string
  anchor: string | undefined
}

const linksIn = ({ path, text }: TextFile): Link[] =>
  [...text.matchAll(/\]\(([^)\s#]*)(?:#([^)\s]+))?\)/g)]
    .filter(([, target = '']) => !/^(?:https?:|mailto:)/.test(target))
    .map(([, target = '', anchor]) => ({ file: target === '' ? path : join(dirname(path), target), anchor }))

const isDead = ({ file, anchor }: Link) =>
  !existsSync(file) || (anchor !== undefined && anchors.get(file)?.includes(anchor) === false)

/** Lists dead links of a document into the specification, and all dead links of the specification. */
const deadLinks = (document: TextFile): string[] =>
  linksIn(document)
    .filter(({ file }) => document.path.startsWith('docs/spec/') || file.startsWith('docs/spec/'))
    .filter(isDead)
    .map(({ file, anchor }) => `${document.path} links to ${file}${anchor === undefined ? '' : `#${anchor}`}`)

/** Lists pages of the specification with an anchor that a comment names and that do not exist. */
const deadPages = ({ path, text }: TextFile): string[] =>
  [...text.matchAll(/\b(docs\/spec\/[\w-]+\.md)#([\w-]+)/g)]
    .filter(([, page = '', anchor = '']) => !anchors.get(page)?.includes(anchor))
    .map(([named]) => `${path} names ${named}`)

describe('references to the specification', () => {
  test('lead to an entry', () => {
    expect([...code, ...documents].flatMap(deadReferences)).toEqual([])
  })

  test('that are links point to a page and an anchor', () => {
    expect(documents.flatMap(deadLinks)).toEqual([])
    expect(code.flatMap(deadPages)).toEqual([])
  })

  test('are written in one form', () => {
    const others = /\bgaps? (?:[GC]-\d|chapter)|\(rule [A-Z0-9]+-\d/
    expect([...code, ...documents].filter(({ text }) => others.test(text)).map(({ path }) => path)).toEqual([])
  })

  test('are refused when the id, the link or the page does not exist', () => {
    const path = 'docs/spec/wrong.md'
    expect(deadReferences({ path, text: '(spec G-999), IMPORT-99, (spec NEW-01), G-033, spec C-12' })).toHaveLength(3)
    expect(deadLinks({ path, text: '[a](gone.md), [b](decisions.md#g-999), [c](decisions.md#g-033)' })).toHaveLength(2)
    expect(deadPages({ path, text: 'docs/spec/decisions.md#no, docs/spec/decisions.md#enumerations' })).toHaveLength(1)
  })

  test('have one entry each', () => {
    const written = spec.flatMap(({ text }) => [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id))
    expect(written.filter((id, index) => written.indexOf(id) !== index)).toEqual([])
    expect(written.length).toBeGreaterThan(400)
  })
})

test('the specification names 226 calls', () => {
  expect(new Set(specifiedCalls).size).toBe(226)
})

test('each screen of the specification is open to the roles that it names', () => {
  const plain = (path: string) => path.replace(/(.)\/$/, '$1')
  const rows = [...portal.matchAll(/^\| `(\/[^`]*)` \| [^|]+ \| `(\w+)` \|/gm)]
  const open = new Map<string, string>(screens.map(({ path, who }) => [path, who]))
  const wrong = rows.filter(([, path = '', who]) => open.get(plain(path)) !== who)
  expect(rows).toHaveLength(46)
  expect(wrong.map(([row]) => row)).toEqual([])
})

test('each label of the menus is a text of the shell', () => {
  const labels = [
    ...portal.matchAll(/^\| [^|`<]+ \| ([^|(-][^|]*) \| [^|]+ \| (?:everyone|Super|Educator|Admin|those)/gm),
  ]
  const texts = readFileSync('locales/sv/shell.json', 'utf8')
  expect(labels).toHaveLength(27)
  expect(labels.map(([, label = '']) => label).filter((label) => !texts.includes(`"${label}"`))).toEqual([])
})

test('each fixed text is in the product, literally', () => {
  const sources = code.filter(({ path }) => path.startsWith('src/') && !path.includes('.test.'))
  const product = [...sources, ...filesIn('locales/sv/*.json')].map(({ text }) => text).join('\n')
  const rows = spec.flatMap(({ text }) => [...text.matchAll(/^\| <a [^|]+\| [^|]+ \| `([^`]+)` \|$/gm)])
  const texts = rows.map(([, text = '']) => text.replace(/\{(\w+)\}/g, '{{$1}}'))
  /** Capitalizes a label as its button does; the specification quotes it inside a sentence. */
  const asLabel = (text: string) => `"${text.charAt(0).toUpperCase()}${text.slice(1)}"`
  expect(texts).toHaveLength(21)
  expect(texts.filter((text) => !product.includes(text) && !product.includes(asLabel(text)))).toEqual([])
})

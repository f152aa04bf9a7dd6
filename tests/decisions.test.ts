import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

interface TextFile {
  path: string
  text: string
}

const folder = 'docs/decisions'
const own = 'tests/decisions.test.ts'
const maxRecords = 50
const maxLines = 70
const maxColumns = 120
const sections = ['Context', 'Decision', 'Consequences']

const read = (path: string): TextFile => ({ path, text: readFileSync(path, 'utf8') })

const records = globSync(`${folder}/[0-9]*.md`).sort().map(read)
const numbers = new Set(records.map(({ path }) => basename(path).slice(0, 3)))
const index = readFileSync(`${folder}/README.md`, 'utf8')

const extensions = '{ts,tsx,astro,mjs,css,md}'
/** Shipped migrations are held by their hash, so their comments cannot follow a new number. */
const referrers = globSync([`{src,tests,tools,locales,docs}/**/*.${extensions}`, `*.${extensions}`, '*.toml'])
  .filter((path) => path !== own)
  .map(read)

const titleOf = ({ text }: TextFile) => /^# \d{3}\. (.+)$/m.exec(text)?.[1] ?? ''
const statusOf = ({ text }: TextFile) => /^- Status: (.+)$/m.exec(text)?.[1] ?? ''

/** The faults in the form of a record, each as a sentence. */
function formFaults(record: TextFile): string[] {
  const { path, text } = record
  const lines = text.trimEnd().split('\n')
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  const superseding = /^superseded by (\d{3})$/.exec(statusOf(record))?.[1]
  const checks: [boolean, string][] = [
    [
      /^# \d{3}\. \S/.test(text) && text.startsWith(`# ${basename(path).slice(0, 3)}. `),
      'begins with number and title',
    ],
    [/^- Date: \d{4}-\d\d-\d\d(?:, last revised \d{4}-\d\d-\d\d)?$/m.test(text), 'has a date'],
    [statusOf(record) === 'accepted' || numbers.has(superseding ?? ''), 'is accepted or superseded by a record'],
    [headings.join() === sections.join(), `has the sections ${sections.join(', ')}`],
    [lines.length <= maxLines, `has at most ${maxLines} lines`],
    [lines.every((line) => line.length <= maxColumns), `has at most ${maxColumns} columns`],
  ]
  return checks.filter(([isGood]) => !isGood).map(([, rule]) => `${path}: ${rule}`)
}

const indexRow = (record: TextFile) => {
  const file = basename(record.path)
  return `| [${file.slice(0, 3)}](${file}) | ${titleOf(record)} | ${statusOf(record)} |`
}

/** Numbers and paths of records that do not exist, in the text of any file. */
const deadReferences = ({ path, text }: TextFile): string[] =>
  [
    ...[...text.matchAll(/\b[Dd]ecisions? (\d{3})\b/g)].filter(([, number = '']) => !numbers.has(number)),
    ...[...text.matchAll(/\bdecisions\/(\d{3}-[\w-]+\.md)/g)].filter(
      ([, file = '']) => !existsSync(join(folder, file)),
    ),
  ].map(([reference]) => `${path} names ${reference}`)

/** Links whose text is another number than that of the file they lead to. */
const misnumberedLinks = ({ path, text }: TextFile): string[] =>
  [...text.matchAll(/\[(?:decision )?(\d{3})\]\([^)\s]*?(\d{3})-[\w-]+\.md[^)]*\)/g)]
    .filter(([, number, file]) => number !== file)
    .map(([link]) => `${path}: ${link}`)

const deadLinks = ({ path, text }: TextFile): string[] =>
  [...text.matchAll(/\]\((?!https?:)([^)#\s]+)[^)]*\)/g)]
    .filter(([, target = '']) => !existsSync(join(dirname(path), target)))
    .map(([, target]) => `${path} links to ${target}`)

const productFiles = globSync(['{src,tests,tools,locales,migrations,docs,public}/**/*.*', '*.*'])
/** Files that a record names in code marks, by their whole path or the end of it. */
const missingFiles = ({ path, text }: TextFile): string[] =>
  [...text.matchAll(/`([\w./-]+\.(?:tsx?|astro|mjs|css|md|sql|sha256))`/g)]
    .map(([, name = '']) => name)
    .filter((name) => !productFiles.some((file) => file === name || file.endsWith(`/${name}`)))
    .map((name) => `${path} names ${name}`)

describe('decision records', () => {
  test('have number, date, status and three sections, and fit on one screen', () => {
    expect(records.flatMap(formFaults)).toEqual([])
  })

  test('are numbered from 001 without gaps, and are limited in number', () => {
    const expected = records.map((_, at) => String(at + 1).padStart(3, '0'))
    expect(records.map(({ path }) => basename(path).slice(0, 3))).toEqual(expected)
    expect(records.length).toBeLessThanOrEqual(maxRecords)
  })

  test('are listed in the index with title and status', () => {
    expect(records.map(indexRow).filter((row) => !index.includes(row))).toEqual([])
  })

  test('name files and records that exist', () => {
    expect([...records, read(`${folder}/README.md`)].flatMap(deadLinks)).toEqual([])
    expect(records.flatMap(missingFiles)).toEqual([])
  })

  test('exist when they are referred to', () => {
    expect(referrers.flatMap(deadReferences)).toEqual([])
    expect(referrers.flatMap(misnumberedLinks)).toEqual([])
  })

  test('are refused when their form or a reference is wrong', () => {
    const path = `${folder}/001-wrong.md`
    expect(formFaults({ path, text: '# 002. Wrong\n\n- Status: superseded by 999\n\n## Context\n' })).toHaveLength(4)
    const text = 'decision 999, [001](decisions/002-none.md), `src/none.ts`'
    expect(deadReferences({ path, text })).toHaveLength(2)
    expect(misnumberedLinks({ path, text })).toHaveLength(1)
    expect(missingFiles({ path, text })).toHaveLength(1)
    expect(deadLinks({ path, text })).toHaveLength(1)
  })
})

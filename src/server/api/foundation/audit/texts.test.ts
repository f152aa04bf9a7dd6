import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import texts from '#locales/sv/audit.json' with { type: 'json' }

const server = join(import.meta.dirname, '../..')
const sources = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(join(server, name), 'utf8'))

/** Without what is said elsewhere than in the log: to the runtime, in forms and in files. */
const saying = sources.map((source) => source.replace(/\b(?:log\.\w+|invalid|t)\([^)]*'[\w.]+'/g, ''))

/** Returns the source between the bracket at `from` and its closing bracket. */
function bracketed(source: string, from: number): string {
  let depth = 0
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === '(') depth += 1
    if (source[at] === ')') depth -= 1
    if (depth === 0) return source.slice(from, at)
  }
  return ''
}

const recordings = sources.flatMap((source) =>
  [...source.matchAll(/\b(?:recordAudit|audit(?:Edit|Creation|Removal|Save))\w*\(/g)].map((found) =>
    bracketed(source, found.index + found[0].length - 1),
  ),
)
const written = (texts: readonly string[], pattern: RegExp) =>
  texts.flatMap((text) => [...text.matchAll(pattern)].flatMap((found) => found[1] ?? []))

/** Jobs are named alike. */
const jobs = new Set(['fortnox.renew', 'fortnox.send', 'users.shutIdle'])

/** Modules that record the two sides themselves: each side is a value that the same commit requires or writes. */
const ownSides = [
  // Stages and states: the write compares with the one before, and sets the one after.
  /'license\.(?:stage|revoked)'/,
  /actions\[to\] \?\? 'submission\.changed'/,
  /'user\.reactivated'/,
  // Roles are judged again and written again when the person has been changed since they were read.
  /'roles\.changed'/,
  // A person is inserted as these very values.
  /'user\.created'/,
  // An address waits in a row of its own, with the one that it takes the place of.
  /'email\.(?:requested|confirmed|objected)'/,
]

test('before and after are read from stored values, not from the input', () => {
  const sided = recordings.filter((recording) => /\bafter: /.test(recording))
  expect(sided.filter((recording) => !ownSides.some((one) => one.test(recording)))).toEqual([])
})

const nouns = new Set(written(recordings, /'(\w+)\.\w+'/g))
const textKeys = new Set(Object.keys(texts))

test('every recorded action has a text in the log', () => {
  const named = written(saying, /'(\w+\.\w+)'/g).filter((name) => nouns.has(name.split('.')[0] ?? ''))
  const actions = new Set(named.filter((name) => !jobs.has(name)))
  expect(actions.size).toBeGreaterThan(90)
  expect([...actions].filter((action) => !textKeys.has(`action.${action}`)).sort()).toEqual([])
})

test('every recorded kind of target has a name in the log', () => {
  const things = new Set(written(recordings, /\btype: '(\w+)'/g))
  expect(things.size).toBeGreaterThan(25)
  expect([...things].filter((thing) => !textKeys.has(`thing.${thing}`)).sort()).toEqual([])
})

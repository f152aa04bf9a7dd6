import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import security from '../docs/security.md?raw'
import { asvsRequirements } from './asvs-requirements.ts'

/** One row of the table `| V6.2.1 | demand | state | evidence |`; backticks in the evidence mark paths. */
interface Row {
  id: string
  demand: string
  state: string
  evidence: string
}

const states = ['holds', 'holds in part', 'not applicable', 'deployment', 'not yet']

const rowsIn = (text: string): Row[] =>
  [...text.matchAll(/^\| (V\d+\.\d+\.\d+) \| (.+?) \| (.+?) \| (.+?) \|$/gm)].map(
    ([, id = '', demand = '', state = '', evidence = '']) => ({ id, demand, state, evidence }),
  )

const pathsIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)

const flawsOf = ({ id, demand, state, evidence }: Row): string[] => [
  ...(states.includes(state) ? [] : [`${id}: ${state} is none of ${states.join(', ')}`]),
  ...(demand.split(/\s+/).length > 14 ? [`${id}: the demand is too long`] : []),
  ...pathsIn(evidence)
    .filter((path) => !existsSync(path))
    .map((path) => `${id}: ${path} does not exist`),
  ...(state.startsWith('holds') && pathsIn(evidence).length === 0 ? [`${id}: names no file that holds it`] : []),
]

const rows = rowsIn(security)

describe('the table of ASVS requirements', () => {
  test('answers each requirement of the chosen levels once, and no other, in their order', () => {
    expect(rows.map(({ id }) => id)).toEqual(asvsRequirements)
  })

  test('has no line in another notation, which would be skipped', () => {
    expect(security.match(/^\s*\|\s*V\d.*$/gm)?.length).toBe(rows.length)
  })

  test('names files that exist, and at least one wherever a requirement holds', () => {
    expect(rows.flatMap(flawsOf)).toEqual([])
  })

  test('finds a missing file, a requirement without evidence and an unknown state', () => {
    const wrong = rowsIn(
      [
        '| V1.1.1 | decode once | holds | `src/no-such-file.ts` |',
        '| V1.1.2 | encode last | holds in part | the framework |',
        '| V1.2.1 | encode for HTML | perhaps | `README.md` |',
      ].join('\n'),
    )
    expect(wrong.map((row) => flawsOf(row).length)).toEqual([1, 1, 1])
  })
})

test('files that the rest of the page names exist', () => {
  const linked = [...security.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map(([, path = '']) => path)
  expect(linked.length).toBeGreaterThan(0)
  const named = pathsIn(security).filter((path) => /^(?:src|tests|docs|migrations|tools|public)\//.test(path))
  expect([...linked.map((path) => `docs/${path}`), ...named].filter((path) => !existsSync(path))).toEqual([])
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  evaluateRequirement,
  type Leaf,
  listUnmetLeaves,
  type ReadinessFacts,
  type Requirement,
  type RequirementOfAll,
} from './rules.ts'
import type { Step } from './steps.ts'

const nothing: RequirementOfAll = { kind: 'all', of: [] }
const baseFacts: ReadinessFacts = {
  dayOn: '2026-05-01',
  birthOn: '2008-05-02',
  parts: new Map(),
  credits: [],
  creditTotal: 0,
  educations: new Map(),
  licenses: new Map(),
  otherRequirements: new Map(),
}
const educationLeaf = (id: number, more: Partial<Extract<Leaf, { kind: 'education' }>> = {}): Leaf => ({
  kind: 'education',
  id,
  valid: true,
  after: null,
  ...more,
})
const book = (educationId: number, startsAt: string): Step => ({
  kind: 'book',
  educationId,
  educationPartId: educationId,
  occasionId: educationId,
  title: `Del ${educationId}`,
  startsAt: new Date(startsAt),
  city: 'Karlstad',
  feeMinor: 50_000,
})
const education = (
  title: string,
  more: Partial<NonNullable<ReturnType<ReadinessFacts['educations']['get']>>> = {},
) => ({
  title,
  done: [],
  before: nothing,
  next: null,
  ...more,
})

describe('an education', () => {
  const done = [{ on: '2024-05-01', until: '2026-04-30' }]
  const facts = {
    ...baseFacts,
    educations: new Map([[1, education('Säkerhet', { done, next: book(1, '2026-06-01T08:00:00Z') })]]),
  }
  test('that has expired is not met where it must be valid, and can be booked', () =>
    expect(evaluateRequirement(educationLeaf(1), facts)).toMatchObject({
      met: false,
      evidence: null,
      next: { kind: 'book', city: 'Karlstad' },
    }))
  test('is met permanently where it is required once', () =>
    expect(evaluateRequirement(educationLeaf(1, { valid: false }), facts)).toMatchObject({
      met: true,
      evidence: { on: '2024-05-01' },
      until: null,
    }))
  test('that counted for the last cycle does not count for the next', () =>
    expect(evaluateRequirement(educationLeaf(1, { valid: false, after: '2024-05-01' }), facts).met).toBe(false))
  test('requires its prerequisites first', () => {
    const before: RequirementOfAll = { kind: 'all', of: [educationLeaf(1)] }
    const second = education('Banchef', { before })
    const both = { ...facts, educations: new Map([...facts.educations, [2, second]]) }
    expect(evaluateRequirement(educationLeaf(2), both).next).toMatchObject({ educationId: 1 })
  })
  test('that is started continues regardless of prerequisites', () => {
    const before: RequirementOfAll = { kind: 'all', of: [educationLeaf(1)] }
    const begun = education('Banchef', { before, next: book(2, '2026-05-02T08:00:00Z') })
    const both = { ...facts, educations: new Map([...facts.educations, [2, begun]]) }
    expect(evaluateRequirement(educationLeaf(2), both).next).toMatchObject({ educationId: 2 })
  })
  test('that requires itself terminates without a step', () => {
    const circular = education('Ring', { before: { kind: 'all', of: [educationLeaf(3)] } })
    expect(evaluateRequirement(educationLeaf(3), { ...baseFacts, educations: new Map([[3, circular]]) })).toMatchObject(
      {
        met: false,
        next: null,
      },
    )
  })
})

test('an upper age is met on the last day of the year of life, and by people of unknown age', () => {
  const child: Leaf = { kind: 'maxAge', years: 17 }
  const on = (dayOn: string, birthOn: string | null) => evaluateRequirement(child, { ...baseFacts, dayOn, birthOn }).met
  expect(on('2026-05-07', '2008-05-08')).toBe(true)
  expect(on('2026-05-08', '2008-05-08')).toBe(false)
  expect(on('2026-05-08', null)).toBe(true)
})

describe('age', () => {
  const adult: Leaf = { kind: 'age', years: 18, unknownPasses: false }
  test('is met on the birthday, and shows that day until then', () => {
    expect(evaluateRequirement(adult, baseFacts)).toMatchObject({
      met: false,
      next: { kind: 'wait', on: '2026-05-02' },
    })
    expect(evaluateRequirement(adult, { ...baseFacts, dayOn: '2026-05-02' }).met).toBe(true)
  })
  test('that is unknown is met only where unknown ages are allowed', () => {
    const unknown = { ...baseFacts, birthOn: null }
    expect([
      evaluateRequirement(adult, unknown).met,
      evaluateRequirement({ ...adult, unknownPasses: true }, unknown).met,
    ]).toEqual([false, true])
  })
})

describe('a licence', () => {
  const requirement: Requirement = { kind: 'all', of: [educationLeaf(1)] }
  const educations = new Map([[1, education('Grund', { next: book(1, '2026-06-01T08:00:00Z') })]])
  test('that is not held leads to its requirements, and then to an application', () => {
    const facts = { ...baseFacts, educations, licenses: new Map([[5, { name: 'B', evidence: null, requirement }]]) }
    expect(evaluateRequirement({ kind: 'license', id: 5 }, facts).next).toMatchObject({ kind: 'book', educationId: 1 })
    const open = { ...facts, licenses: new Map([[5, { name: 'B', evidence: null, requirement: nothing }]]) }
    expect(evaluateRequirement({ kind: 'license', id: 5 }, open).next).toMatchObject({ kind: 'apply', licenseId: 5 })
  })
  test('that is held is met until it expires', () => {
    const evidence = { on: '2026-01-01', until: '2026-12-31' }
    const facts = { ...baseFacts, licenses: new Map([[5, { name: 'B', evidence, requirement }]]) }
    expect(evaluateRequirement({ kind: 'license', id: 5 }, facts)).toMatchObject({ met: true, until: '2026-12-31' })
  })
})

describe('groups', () => {
  const facts: ReadinessFacts = {
    ...baseFacts,
    educations: new Map([
      [1, education('Ett', { done: [{ on: '2025-01-01', until: '2027-01-01' }] })],
      [2, education('Två', { done: [{ on: '2025-01-01', until: '2028-01-01' }] })],
      [3, education('Tre', { next: book(3, '2026-09-01T08:00:00Z') })],
      [4, education('Fyra', { next: book(4, '2026-07-01T08:00:00Z') })],
    ]),
  }
  const of = [1, 2, 3, 4].map((id) => educationLeaf(id))
  test('all of them are met until the first expires; the earliest that can be booked is the next step', () => {
    expect(evaluateRequirement({ kind: 'all', of: of.slice(0, 2) }, facts)).toMatchObject({
      met: true,
      until: '2027-01-01',
    })
    expect(evaluateRequirement({ kind: 'all', of }, facts)).toMatchObject({
      met: false,
      have: 2,
      until: null,
      next: { educationId: 4 },
    })
  })
  test('any of them is met until the last expires', () =>
    expect(evaluateRequirement({ kind: 'any', of }, facts)).toMatchObject({
      met: true,
      until: '2028-01-01',
      next: null,
    }))
  test('two of four are met until the second longest expires, and three lack one', () => {
    expect(evaluateRequirement({ kind: 'some', need: 2, of }, facts)).toMatchObject({ met: true, until: '2027-01-01' })
    expect(evaluateRequirement({ kind: 'some', need: 3, of }, facts)).toMatchObject({
      met: false,
      have: 2,
      next: { educationId: 4 },
    })
  })
  test('lists unmet requirements, but not the rest of a met group', () => {
    const tree: Requirement = { kind: 'all', of: [{ kind: 'any', of }, educationLeaf(3)] }
    expect(listUnmetLeaves(evaluateRequirement(tree, facts)).map(({ name }) => name)).toEqual(['Tre'])
  })
})

test('credits are met by the minimum of each category and in total', () => {
  const facts = { ...baseFacts, credits: [{ name: 'Kurs', have: 8 }], creditTotal: 12 }
  expect(evaluateRequirement({ kind: 'credits', category: 0, need: 8 }, facts).met).toBe(true)
  expect(evaluateRequirement({ kind: 'credits', category: null, need: 16 }, facts)).toMatchObject({
    met: false,
    have: 12,
    next: { kind: 'report' },
  })
})

/** Arbitrary trees of requirements on ten educations, some of them completed. */
const tree = fc.letrec<{ tree: Requirement }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.integer({ min: 1, max: 10 }).map((id) => educationLeaf(id)),
    fc.record({ kind: fc.constantFrom('all' as const, 'any' as const), of: fc.array(tie('tree'), { maxLength: 4 }) }),
    fc.record({ kind: fc.constant('some' as const), need: fc.nat(4), of: fc.array(tie('tree'), { maxLength: 4 }) }),
  ),
})).tree
const doneIds = fc.uniqueArray(fc.integer({ min: 1, max: 10 }))
const factsWith = (ids: readonly number[]): ReadinessFacts => ({
  ...baseFacts,
  educations: new Map(
    Array.from({ length: 10 }, (_, at) => at + 1).map((id) => [
      id,
      education(`E${id}`, {
        done: ids.includes(id) ? [{ on: '2025-01-01', until: `20${30 + id}-01-01` }] : [],
        next: book(id, '2026-06-01T08:00:00Z'),
      }),
    ]),
  ),
})

test('more completed requirements never make a person less ready, nor for a shorter time', () => {
  fc.assert(
    fc.property(tree, doneIds, doneIds, (requirement, some, more) => {
      const before = evaluateRequirement(requirement, factsWith(some))
      const after = evaluateRequirement(requirement, factsWith([...some, ...more]))
      if (before.met) expect(after.met).toBe(true)
      if (before.met) expect((after.until ?? '9999') >= (before.until ?? '9999')).toBe(true)
    }),
  )
})

test('a person who is not ready has a next step when there is one, and a ready person has none', () => {
  fc.assert(
    fc.property(tree, doneIds, (requirement, ids) => {
      const standing = evaluateRequirement(requirement, factsWith(ids))
      expect(standing.next === null).toBe(standing.met || listUnmetLeaves(standing).length === 0)
    }),
  )
})

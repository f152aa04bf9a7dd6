import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPartAvailable, type PartResult, toPartSteps } from './rules.ts'

const signedUp = new Date('2026-03-01T10:00:00Z')
const result = (educationPartId: number, more: Partial<PartResult> = {}): PartResult => ({
  educationPartId,
  completed: false,
  canceled: false,
  signUpDate: signedUp,
  occasionId: null,
  ...more,
})
const theory = { id: 1, mandatory: true }
const practice = { id: 2, mandatory: true }
const evening = { id: 3, mandatory: false }
const parts = [theory, practice, evening]
const theoryFirst = { '2': [1] }

const states = (results: PartResult[]) => toPartSteps(parts, theoryFirst, results).map(({ state }) => state)
const next = (results: PartResult[]) =>
  toPartSteps(parts, theoryFirst, results)
    .filter((step) => step.isNext)
    .map((step) => step.partId)

describe('the path through an education', () => {
  test('locks a part until what it depends on is completed, and names what is missing', () => {
    const [, locked] = toPartSteps(parts, theoryFirst, [])
    expect(locked).toMatchObject({ state: 'locked', missingIds: [1], isNext: false })
    expect(states([result(1, { completed: true })])).toEqual(['completed', 'available', 'available'])
  })

  test('leads to the first mandatory part that can be taken', () => {
    expect(next([])).toEqual([1])
    expect(next([result(1, { completed: true })])).toEqual([2])
    expect(next([result(1, { completed: true }), result(2, { completed: true })])).toEqual([3])
    expect(next(parts.map(({ id }) => result(id, { completed: true })))).toEqual([])
  })

  test('does not lead to a sign-up that waits for approval', () => {
    const waiting = [result(1, { signUpDate: null })]
    expect(states(waiting)).toEqual(['pending', 'locked', 'available'])
    expect(next(waiting)).toEqual([3])
  })

  test('forgets a canceled result, and keeps a completed one through a new attempt', () => {
    expect(states([result(1, { completed: true, canceled: true })])[0]).toBe('available')
    expect(states([result(1, { completed: true }), result(1)])[0]).toBe('completed')
  })

  test('shows the occasion of the live sign-up', () => {
    const [step] = toPartSteps([theory], {}, [
      result(1, { occasionId: 7, canceled: true }),
      result(1, { occasionId: 8 }),
    ])
    expect(step).toMatchObject({ state: 'ongoing', occasionId: 8 })
  })
})

const anyParts = fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 8 }), mandatory: fc.boolean() }), {
  selector: ({ id }) => id,
  maxLength: 8,
})
const anyIds = fc.uniqueArray(fc.integer({ min: 1, max: 8 }))
const anyDependencies = fc.dictionary(fc.integer({ min: 1, max: 8 }).map(String), anyIds)
const anyResult = fc.record({
  educationPartId: fc.integer({ min: 1, max: 8 }),
  completed: fc.boolean(),
  canceled: fc.boolean(),
  signUpDate: fc.constantFrom(signedUp, null),
  occasionId: fc.constant(null),
})

describe('whatever the parts and results', () => {
  test('at most one step is next, and it is neither completed nor locked', () => {
    fc.assert(
      fc.property(anyParts, anyDependencies, fc.array(anyResult), (some, dependencies, results) => {
        const chosen = toPartSteps(some, dependencies, results).filter(({ isNext }) => isNext)
        expect(chosen.length).toBeLessThanOrEqual(1)
        for (const { state } of chosen) expect(['ongoing', 'available']).toContain(state)
      }),
    )
  })

  test('completing more never locks a part', () => {
    fc.assert(
      fc.property(anyDependencies, anyIds, anyIds, fc.integer({ min: 1, max: 8 }), (dependencies, some, more, id) => {
        if (isPartAvailable(id, dependencies, new Set(some)))
          expect(isPartAvailable(id, dependencies, new Set([...some, ...more]))).toBe(true)
      }),
    )
  })
})

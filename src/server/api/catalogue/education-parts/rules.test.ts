import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPartAvailable, type PartResult, toPartSteps } from './rules.ts'

const signedUp = new Date('2026-03-01T10:00:00Z')
const result = (educationPartId: number, more: Partial<PartResult> = {}): PartResult => ({
  educationPartId,
  completed: false,
  completedDate: null,
  canceled: false,
  signUpDate: signedUp,
  occasionId: null,
  ...more,
})
const theory = { id: 1 }
const practice = { id: 2 }
const evening = { id: 3 }
const parts = [theory, practice, evening]
const theoryFirst = { '2': [1] }

const states = (results: PartResult[]) => toPartSteps(parts, theoryFirst, results).map(({ state }) => state)

describe('the path through an education', () => {
  test('locks a part until what it depends on is completed, and names what is missing', () => {
    const [, locked] = toPartSteps(parts, theoryFirst, [])
    expect(locked).toMatchObject({ state: 'locked', missingIds: [1] })
    expect(states([result(1, { completed: true })])).toEqual(['completed', 'available', 'available'])
  })

  test('distinguishes a sign-up that waits for approval', () => {
    expect(states([result(1, { signUpDate: null })])).toEqual(['pending', 'locked', 'available'])
  })

  test('a part is open again in a renewal, and the parts that it unlocked stay unlocked', () => {
    const done = [result(1, { completed: true, completedDate: signedUp })]
    const renewed = toPartSteps(parts, theoryFirst, done, signedUp)
    expect(renewed.map(({ state }) => state)).toEqual(['available', 'available', 'available'])
    const earlier = toPartSteps(parts, theoryFirst, done, new Date('2026-02-01T10:00:00Z'))
    expect(earlier[0]?.state).toBe('completed')
  })

  test('ignores a cancelled result, and preserves a completed one during a new attempt', () => {
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

const anyIds = fc.uniqueArray(fc.integer({ min: 1, max: 8 }))
const anyDependencies = fc.dictionary(fc.integer({ min: 1, max: 8 }).map(String), anyIds)
describe('for random parts and results', () => {
  test('completing more never locks a part', () => {
    fc.assert(
      fc.property(anyDependencies, anyIds, anyIds, fc.integer({ min: 1, max: 8 }), (dependencies, some, more, id) => {
        if (isPartAvailable(id, dependencies, new Set(some)))
          expect(isPartAvailable(id, dependencies, new Set([...some, ...more]))).toBe(true)
      }),
    )
  })
})

import { toSearchWords } from '#api/text-matching.ts'
import type { PartDependencies } from './contract.ts'

/** The fields of a result that the rules need, in any order. */
export interface PartResult {
  educationPartId: number
  completed: boolean
  canceled: boolean
  /** Null while the sign-up waits for approval. */
  signUpDate: Date | null
  occasionId: number | null
}

interface Part {
  id: number
  mandatory: boolean
}

/** Returns the parts with a completed result; a later attempt does not change that (spec G-041b). */
const completedPartIds = (results: readonly PartResult[]): Set<number> =>
  new Set(results.filter(({ completed, canceled }) => completed && !canceled).map((result) => result.educationPartId))

/** Returns the prerequisites of a part that are not completed. */
const missingPrerequisites = (
  partId: number,
  dependencies: PartDependencies,
  completed: ReadonlySet<number>,
): number[] => (dependencies[partId] ?? []).filter((id) => !completed.has(id))

/** True when all parts that a part depends on have a completed result. */
export const isPartAvailable = (partId: number, dependencies: PartDependencies, completed: ReadonlySet<number>) =>
  missingPrerequisites(partId, dependencies, completed).length === 0

export type PartState = 'completed' | 'ongoing' | 'pending' | 'available' | 'locked'

export interface PartStep {
  partId: number
  state: PartState
  /** The next step: the first part that is ongoing or available, mandatory ones before others. */
  isNext: boolean
  missingIds: number[]
  /** The occasion of the live sign-up, when there is one. */
  occasionId: number | null
}

function stateOf(open: PartResult | undefined, completed: boolean, missing: number[]): PartState {
  if (completed) return 'completed'
  if (open) return open.signUpDate ? 'ongoing' : 'pending'
  return missing.length > 0 ? 'locked' : 'available'
}

/** Returns the parts of an education with their state for one person. */
export function toPartSteps(
  parts: readonly Part[],
  dependencies: PartDependencies,
  results: readonly PartResult[],
): PartStep[] {
  const completed = completedPartIds(results)
  const steps = parts.map(({ id, mandatory }) => {
    const open = results.find((result) => result.educationPartId === id && !result.canceled && !result.completed)
    const missingIds = missingPrerequisites(id, dependencies, completed)
    const state = stateOf(open, completed.has(id), missingIds)
    return { partId: id, mandatory, state, missingIds, occasionId: open?.occasionId ?? null }
  })
  const waiting = steps.filter(({ state }) => state === 'ongoing' || state === 'available')
  const next = waiting.find(({ mandatory }) => mandatory) ?? waiting[0]
  return steps.map(({ mandatory: _, ...step }) => ({ ...step, isNext: step.partId === next?.partId }))
}

/** Adds the search words to a row of `education_parts`, or to a change of its title. */
export const withPartWords = <Row extends { title: string }>(row: Row) => ({
  ...row,
  searchWords: toSearchWords(row.title),
})

import { toSearchWords } from '#api/text-matching.ts'
import type { PartDependencies } from './contract.ts'

/** What the rules need to know of a result; newest first or not, the rules sort it out. */
export interface PartResult {
  educationPartId: number
  completed: boolean
  canceled: boolean
  /** Empty: waits for approval. */
  signUpDate: Date | null
  occasionId: number | null
}

interface Part {
  id: number
  mandatory: boolean
}

/** A completed result keeps its part completed whatever a later attempt comes to (spec G-041b). */
const completedPartIds = (results: readonly PartResult[]): Set<number> =>
  new Set(results.filter(({ completed, canceled }) => completed && !canceled).map((result) => result.educationPartId))

/** The parts that must be completed first and are not. */
const missingPrerequisites = (
  partId: number,
  dependencies: PartDependencies,
  completed: ReadonlySet<number>,
): number[] => (dependencies[partId] ?? []).filter((id) => !completed.has(id))

/** A part is available only if all parts it depends on have a completed result. */
export const isPartAvailable = (partId: number, dependencies: PartDependencies, completed: ReadonlySet<number>) =>
  missingPrerequisites(partId, dependencies, completed).length === 0

export type PartState = 'completed' | 'ongoing' | 'pending' | 'available' | 'locked'

export interface PartStep {
  partId: number
  state: PartState
  /** The step to take now: the first that is neither completed nor locked, mandatory ones before others. */
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

/** The parts of an education as the person's path through it. */
export function partPath(
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

/** Adds the words by which search finds a part to a row of `education_parts`, or to a change of the title. */
export const withPartWords = <Row extends { title: string }>(row: Row) => ({
  ...row,
  searchWords: toSearchWords(row.title),
})

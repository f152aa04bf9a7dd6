import { toSearchWords } from '#api/text-matching.ts'
import type { PartDependencies } from './contract.ts'

/** The fields of a result that the rules need, in any order. */
export interface PartResult {
  educationPartId: number
  completed: boolean
  completedDate: Date | null
  canceled: boolean
  /** Null while the sign-up waits for approval. */
  signUpDate: Date | null
  occasionId: number | null
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

/**
 * True when a person may take a part: `completed`, the ids of the person's completed parts, has every part that it
 * directly depends on; true for a part that depends on none.
 */
export const isPartAvailable = (partId: number, dependencies: PartDependencies, completed: ReadonlySet<number>) =>
  missingPrerequisites(partId, dependencies, completed).length === 0

/**
 * State of a part for a person. `ongoing`: an approved sign-up is open; `pending`: the open sign-up waits for approval;
 * `locked`: without a sign-up, a prerequisite part is not completed.
 */
export type PartState = 'completed' | 'ongoing' | 'pending' | 'available' | 'locked'

export interface PartStep {
  partId: number
  state: PartState
  /** Direct prerequisites without a completed result, also of a part that is not locked. */
  missingIds: number[]
  /** The occasion of the live sign-up, when there is one. */
  occasionId: number | null
}

function stateOf(open: PartResult | undefined, completed: boolean, missing: number[]): PartState {
  if (completed) return 'completed'
  if (open) return open.signUpDate ? 'ongoing' : 'pending'
  return missing.length > 0 ? 'locked' : 'available'
}

/**
 * Returns the parts of an education with their state for one person, in the order of `parts`. `results` are that
 * person's only.
 *
 * A part is `completed`, else `ongoing` or `pending` by its open sign-up (approved or not), else `locked` while a
 * direct prerequisite is missing, else `available`. `missingIds` has those prerequisites, also of a part that is not
 * locked.
 *
 * In a renewal, parts completed until `renewedFrom` (inclusive), or on an unknown day, are taken again, and still
 * unlock the parts that depend on them; null is no renewal. Cancelled results are ignored.
 */
export function toPartSteps(
  parts: readonly { id: number }[],
  dependencies: PartDependencies,
  results: readonly PartResult[],
  renewedFrom: Date | null = null,
): PartStep[] {
  const completed = completedPartIds(results)
  const counted = completedPartIds(
    results.filter(({ completedDate }) => !renewedFrom || (completedDate && completedDate > renewedFrom)),
  )
  return parts.map(({ id }) => {
    const open = results.find((result) => result.educationPartId === id && !result.canceled && !result.completed)
    const missingIds = missingPrerequisites(id, dependencies, completed)
    const state = stateOf(open, counted.has(id), missingIds)
    return { partId: id, state, missingIds, occasionId: open?.occasionId ?? null }
  })
}

/**
 * Returns a copy of a row of `education_parts`, or of a change of its title, with the words by which search corrects
 * spelling (`searchWords`).
 */
export const withPartWords = <Row extends { title: string }>(row: Row) => ({
  ...row,
  searchWords: toSearchWords(row.title),
})

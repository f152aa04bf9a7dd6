import { activityIdOf, type Statement } from './statement.ts'

const passed = 'http://adlnet.gov/expapi/verbs/passed'
const completed = 'http://adlnet.gov/expapi/verbs/completed'

/** Ids are compared as they are; only one trailing slash more or less is the same course. */
export const isSameActivity = (a: string, b: string) => a === b || `${a}/` === b || a === `${b}/`

export interface Course {
  activityId: string
  passRequired: boolean
}

/**
 * Whether a statement completes its course: `passed`, or `completed` without `success: false`, on the course's own
 * activity. `failed` never does, nor a slide or a question, nor `completed` alone where a pass is required.
 */
export function completes(statement: Statement, course: Course): boolean {
  const activityId = activityIdOf(statement)
  if (activityId === null || !isSameActivity(activityId, course.activityId)) return false
  if (statement.verb.id === passed) return statement.result?.success !== false
  if (statement.verb.id !== completed || statement.result?.success === false) return false
  return !course.passRequired || statement.result?.success === true
}

/** The scaled score, 0 to 1, or null when the course told none. */
export function scoreOf(statement: Statement): number | null {
  const score = statement.result?.score
  if (score?.scaled !== undefined) return Math.max(0, score.scaled)
  if (score?.raw === undefined || score.max === undefined || score.max <= (score.min ?? 0)) return null
  const span = score.max - (score.min ?? 0)
  return Math.min(1, Math.max(0, (score.raw - (score.min ?? 0)) / span))
}

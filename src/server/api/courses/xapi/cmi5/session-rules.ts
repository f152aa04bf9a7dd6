import { type Activity, activityIdOf, type StoredStatement } from '../statement.ts'
import type { SessionTerms } from './session-terms.ts'
import { categories, extensions, verbs } from './vocabulary.ts'

/** An earlier cmi5-defined statement about the unit in this attempt. */
export interface EarlierStatement {
  verb: string
  session: string
  timestamp: string
}

export interface UnitSession extends SessionTerms {
  activityId: string
  registration: string
}

const idsIn = (activities: Activity[] | undefined) => (activities ?? []).map(({ id }) => id)
const categoriesOf = (statement: StoredStatement) => idsIn(statement.context?.contextActivities?.['category'])

/**
 * Whether cmi5 defines a statement, by its category. Other statements are allowed between the first and the last of a
 * session.
 */
export const isDefined = (statement: StoredStatement): boolean => categoriesOf(statement).includes(categories.cmi5)

function extensionOf({ context }: StoredStatement, id: string): unknown {
  const values = context?.['extensions']
  return typeof values === 'object' && values !== null && Object.hasOwn(values, id)
    ? Reflect.get(values, id)
    : undefined
}

const isUtc = (timestamp: string) => /(Z|[+-]00(:?00)?)$/i.test(timestamp)
const isEqual = (a: unknown, b: string) => typeof a === 'string' && a.toLowerCase() === b.toLowerCase()

/** Checks the context that every statement of a session needs, defined or allowed (9.1, 9.6, 9.7, 10.2.1). */
function wrongContext(statement: StoredStatement, session: UnitSession): string | null {
  if (statement.verb.id === 'http://adlnet.gov/expapi/verbs/voided') return 'a unit takes nothing back'
  if (!isUtc(statement.timestamp)) return 'the timestamp is not in UTC'
  if (!isEqual(statement.context?.registration, session.registration))
    return 'the registration is not that of the launch'
  if (!isEqual(extensionOf(statement, extensions.session), session.id))
    return 'the session id is not that of the launch'
  const grouping = idsIn(statement.context?.contextActivities?.['grouping'])
  if (!grouping.includes(session.publisherId)) return 'the grouping of the context template is missing'
  return null
}

const unitVerbs: readonly string[] = [verbs.initialized, verbs.completed, verbs.passed, verbs.failed, verbs.terminated]
const scoredVerbs: readonly string[] = [verbs.passed, verbs.failed]
const verbsWithDuration: readonly string[] = [verbs.completed, verbs.passed, verbs.failed, verbs.terminated]

function wrongScore({ verb, result }: StoredStatement): string | null {
  const score = result?.score
  if (score === undefined) return null
  if (!scoredVerbs.includes(verb.id)) return 'only passed and failed have a score'
  if (score.scaled !== undefined && score.scaled < 0) return 'the scaled score is below 0'
  if (score.raw !== undefined && (score.min === undefined || score.max === undefined))
    return 'a raw score needs min and max'
  return null
}

/** Checks the result, which depends on the verb (9.5). */
function wrongResult(statement: StoredStatement): string | null {
  const { verb, result } = statement
  const success = verb.id === verbs.passed ? true : verb.id === verbs.failed ? false : undefined
  const completion = verb.id === verbs.completed ? true : undefined
  if (result?.success !== success) return `success is not ${success ?? 'for this verb'}`
  if (result?.completion !== completion) return `completion is not ${completion ?? 'for this verb'}`
  if (verbsWithDuration.includes(verb.id) && result?.['duration'] === undefined) return 'the duration is missing'
  const isMoveOn = success !== undefined || completion !== undefined
  if (categoriesOf(statement).includes(categories.moveOn) !== isMoveOn)
    return isMoveOn ? 'the category moveon is missing' : 'the category moveon is not for this verb'
  return wrongScore(statement)
}

/** Checks that passed and failed agree with the mastery score of the launch (9.3.4, 9.3.5, 9.6.3.2). */
function wrongMastery(statement: StoredStatement, { masteryScore }: UnitSession): string | null {
  const scaled = statement.result?.score?.scaled
  const reportedMastery = extensionOf(statement, extensions.masteryScore)
  if (masteryScore === null || !scoredVerbs.includes(statement.verb.id)) return null
  if (reportedMastery !== undefined && reportedMastery !== masteryScore) return 'masteryScore is not that of the launch'
  if (statement.result?.score === undefined) return null
  if (reportedMastery === undefined) return 'masteryScore is missing in the context'
  if (scaled === undefined) return null
  if (statement.verb.id === verbs.passed && scaled < masteryScore) return 'passed with a score below masteryScore'
  if (statement.verb.id === verbs.failed && scaled >= masteryScore) return 'failed with a score of masteryScore or more'
  return null
}

function wrongDefined(statement: StoredStatement, session: UnitSession): string | null {
  const verb = statement.verb.id
  if (!unitVerbs.includes(verb)) return 'the verb is not one that a unit may send'
  if (activityIdOf(statement) !== session.activityId) return 'the object is not the unit that was launched'
  if (!statement.actor.account) return 'the actor has no account'
  if (session.launchMode !== 'Normal' && verb !== verbs.initialized && verb !== verbs.terminated)
    return `nothing is judged when the launch mode is ${session.launchMode}`
  return wrongResult(statement) ?? wrongMastery(statement, session)
}

/** Checks the order of verbs (9.3): once in a session, once in an attempt, no failing after passing. */
function wrongOrder(verb: string, past: readonly EarlierStatement[], session: UnitSession): string | null {
  const here = past.filter((one) => one.session === session.id).map((one) => one.verb)
  const ever = past.map((one) => one.verb)
  if (here.includes(verb)) return 'the verb was sent in this session before'
  if (scoredVerbs.includes(verb) && here.some((one) => scoredVerbs.includes(one))) return 'a session is judged once'
  if (ever.includes(verb) && (verb === verbs.completed || verb === verbs.passed))
    return 'the verb was sent in this registration before'
  return verb === verbs.failed && ever.includes(verbs.passed) ? 'failed after passed' : null
}

/** Checks that `initialized` is the first statement of a session and `terminated` the last. */
function wrongPlace(
  statement: StoredStatement,
  past: readonly EarlierStatement[],
  session: UnitSession,
): string | null {
  const here = past.filter((one) => one.session === session.id)
  const isFirst = isDefined(statement) && statement.verb.id === verbs.initialized
  const begun = here.some(({ verb }) => verb === verbs.initialized)
  if (!begun && !isFirst) return 'initialized is the first statement of a session'
  const end = here.find(({ verb }) => verb === verbs.terminated)
  const isAfter = end !== undefined && new Date(statement.timestamp) > new Date(end.timestamp)
  return isAfter ? 'terminated is the last statement of a session' : null
}

/**
 * Returns the first error, in English, in the new statements of a unit's session; null when they are valid. `past` are
 * its earlier statements that cmi5 defines, `session` the terms of the session. They are checked in the order of their
 * timestamps.
 */
export function refuseInSession(
  statements: readonly StoredStatement[],
  past: readonly EarlierStatement[],
  session: UnitSession,
): string | null {
  const earlier = [...past]
  const inOrder = statements.toSorted((a, b) => new Date(a.timestamp).getTime() - new Date(b.timestamp).getTime())
  for (const statement of inOrder) {
    const defined = isDefined(statement)
    const wrong =
      wrongContext(statement, session) ??
      (defined ? wrongDefined(statement, session) : null) ??
      wrongPlace(statement, earlier, session) ??
      (defined ? wrongOrder(statement.verb.id, earlier, session) : null)
    if (wrong) return wrong
    const isLateCategory = !defined && categoriesOf(statement).includes(categories.moveOn)
    if (isLateCategory) return 'the category moveon is for what cmi5 defines'
    if (defined) earlier.push({ verb: statement.verb.id, session: session.id, timestamp: statement.timestamp })
  }
  return null
}

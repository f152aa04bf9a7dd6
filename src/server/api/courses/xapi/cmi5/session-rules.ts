import { type Activity, activityIdOf, type StoredStatement } from '../statement.ts'
import type { SessionTerms } from './session-terms.ts'
import { categories, extensions, verbs } from './vocabulary.ts'

/** What was told before, of those statements that cmi5 defines, about one unit in one attempt. */
export interface Past {
  verb: string
  session: string
  timestamp: string
}

export interface Session extends SessionTerms {
  activityId: string
  registration: string
}

const idsIn = (activities: Activity[] | undefined) => (activities ?? []).map(({ id }) => id)
const categoriesOf = (statement: StoredStatement) => idsIn(statement.context?.contextActivities?.['category'])

/** Those that cmi5 defines say so themselves; any others are allowed between the first and the last of a session. */
export const isDefined = (statement: StoredStatement): boolean => categoriesOf(statement).includes(categories.cmi5)

function extensionOf({ context }: StoredStatement, id: string): unknown {
  const told = context?.['extensions']
  return typeof told === 'object' && told !== null && Object.hasOwn(told, id) ? Reflect.get(told, id) : undefined
}

const isUtc = (timestamp: string) => /(Z|[+-]00(:?00)?)$/i.test(timestamp)
const isEqual = (a: unknown, b: string) => typeof a === 'string' && a.toLowerCase() === b.toLowerCase()

/** What every statement of a session has to bear, defined or allowed (9.1, 9.6, 9.7, 10.2.1). */
function wrongContext(statement: StoredStatement, session: Session): string | null {
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

const toldByUnits: readonly string[] = [
  verbs.initialized,
  verbs.completed,
  verbs.passed,
  verbs.failed,
  verbs.terminated,
]
const judged: readonly string[] = [verbs.passed, verbs.failed]
const lasting: readonly string[] = [verbs.completed, verbs.passed, verbs.failed, verbs.terminated]

function wrongScore({ verb, result }: StoredStatement): string | null {
  const score = result?.score
  if (score === undefined) return null
  if (!judged.includes(verb.id)) return 'only passed and failed have a score'
  if (score.scaled !== undefined && score.scaled < 0) return 'the scaled score is below 0'
  if (score.raw !== undefined && (score.min === undefined || score.max === undefined))
    return 'a raw score needs min and max'
  return null
}

/** What a result holds follows from the verb (9.5). */
function wrongResult(statement: StoredStatement): string | null {
  const { verb, result } = statement
  const success = verb.id === verbs.passed ? true : verb.id === verbs.failed ? false : undefined
  const completion = verb.id === verbs.completed ? true : undefined
  if (result?.success !== success) return `success is not ${success ?? 'for this verb'}`
  if (result?.completion !== completion) return `completion is not ${completion ?? 'for this verb'}`
  if (lasting.includes(verb.id) && result?.['duration'] === undefined) return 'the duration is missing'
  const isMoveOn = success !== undefined || completion !== undefined
  if (categoriesOf(statement).includes(categories.moveOn) !== isMoveOn)
    return isMoveOn ? 'the category moveon is missing' : 'the category moveon is not for this verb'
  return wrongScore(statement)
}

/** Whether a judgement goes by the limit that the unit was launched with (9.3.4, 9.3.5, 9.6.3.2). */
function wrongMastery(statement: StoredStatement, { masteryScore }: Session): string | null {
  const scaled = statement.result?.score?.scaled
  const told = extensionOf(statement, extensions.masteryScore)
  if (masteryScore === null || !judged.includes(statement.verb.id)) return null
  if (told !== undefined && told !== masteryScore) return 'masteryScore is not that of the launch'
  if (statement.result?.score === undefined) return null
  if (told === undefined) return 'masteryScore is missing in the context'
  if (scaled === undefined) return null
  if (statement.verb.id === verbs.passed && scaled < masteryScore) return 'passed with a score below masteryScore'
  if (statement.verb.id === verbs.failed && scaled >= masteryScore) return 'failed with a score of masteryScore or more'
  return null
}

function wrongDefined(statement: StoredStatement, session: Session): string | null {
  const verb = statement.verb.id
  if (!toldByUnits.includes(verb)) return 'the verb is not one that a unit tells'
  if (activityIdOf(statement) !== session.activityId) return 'the object is not the unit that was launched'
  if (!statement.actor.account) return 'the actor has no account'
  if (session.launchMode !== 'Normal' && verb !== verbs.initialized && verb !== verbs.terminated)
    return `nothing is judged when the launch mode is ${session.launchMode}`
  return wrongResult(statement) ?? wrongMastery(statement, session)
}

/** What may follow what (9.3): once in a session, once in an attempt, no failing after passing. */
function wrongOrder(verb: string, past: readonly Past[], session: Session): string | null {
  const here = past.filter((one) => one.session === session.id).map((one) => one.verb)
  const ever = past.map((one) => one.verb)
  if (here.includes(verb)) return 'the verb was told in this session before'
  if (judged.includes(verb) && here.some((one) => judged.includes(one))) return 'a session is judged once'
  if (ever.includes(verb) && (verb === verbs.completed || verb === verbs.passed))
    return 'the verb was told in this registration before'
  return verb === verbs.failed && ever.includes(verbs.passed) ? 'failed after passed' : null
}

/** The first statement of a session says that it begins, and the last that it is over. */
function wrongPlace(statement: StoredStatement, past: readonly Past[], session: Session): string | null {
  const here = past.filter((one) => one.session === session.id)
  const isFirst = isDefined(statement) && statement.verb.id === verbs.initialized
  const begun = here.some(({ verb }) => verb === verbs.initialized)
  if (!begun && !isFirst) return 'initialized is the first statement of a session'
  const end = here.find(({ verb }) => verb === verbs.terminated)
  const isAfter = end !== undefined && new Date(statement.timestamp) > new Date(end.timestamp)
  return isAfter ? 'terminated is the last statement of a session' : null
}

/**
 * What is wrong with statements that a unit tells, after those that it told before; null when nothing is. They are judged in the
 * order of their timestamps, as they happened.
 */
export function refuseInSession(
  statements: readonly StoredStatement[],
  past: readonly Past[],
  session: Session,
): string | null {
  const known = [...past]
  const inOrder = statements.toSorted((a, b) => new Date(a.timestamp).getTime() - new Date(b.timestamp).getTime())
  for (const statement of inOrder) {
    const defined = isDefined(statement)
    const wrong =
      wrongContext(statement, session) ??
      (defined ? wrongDefined(statement, session) : null) ??
      wrongPlace(statement, known, session) ??
      (defined ? wrongOrder(statement.verb.id, known, session) : null)
    if (wrong) return wrong
    const isLateCategory = !defined && categoriesOf(statement).includes(categories.moveOn)
    if (isLateCategory) return 'the category moveon is for what cmi5 defines'
    if (defined) known.push({ verb: statement.verb.id, session: session.id, timestamp: statement.timestamp })
  }
  return null
}

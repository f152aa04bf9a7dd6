import { activity, contextActivities } from './activities.ts'
import { actor, agent, authority, group } from './actors.ts'
import {
  type Check,
  flag,
  isJson,
  type Json,
  listOf,
  number,
  numberFrom,
  oneOf,
  shape,
  text,
  wholeNumber,
} from './check.ts'
import {
  duration,
  extensions,
  iri,
  languageMap,
  languageTag,
  mediaType,
  sha2,
  timestamp,
  uuid,
  version,
} from './formats.ts'

/** The verb that takes a statement back. */
export const voids = 'http://adlnet.gov/expapi/verbs/voided'

const verb = shape({ needs: { id: iri }, may: { display: languageMap } })

const score = shape({
  may: { scaled: numberFrom(-1, 1), raw: number, min: number, max: number },
  together({ raw, min, max }, at) {
    // Compared only when they are there, and then they are numbers.
    const [least, most, told] = [min ?? -Infinity, max ?? Infinity, raw ?? 0] as number[]
    if (Number(least) >= Number(most)) return `${at}.min is not below max`
    if (raw !== undefined && (Number(told) < Number(least) || Number(told) > Number(most)))
      return `${at}.raw is not between min and max`
    return null
  },
})

const result = shape({
  may: { score, success: flag, completion: flag, response: text, duration, extensions },
})

const statementRef = shape({ needs: { objectType: oneOf('StatementRef'), id: uuid } })

const context = shape({
  may: {
    registration: uuid,
    instructor: actor,
    team: group,
    contextActivities,
    revision: text,
    platform: text,
    language: languageTag,
    statement: statementRef,
    extensions,
  },
})

const attachment = shape({
  needs: { usageType: iri, display: languageMap, contentType: mediaType, length: wholeNumber, sha2 },
  may: { description: languageMap, fileUrl: iri },
})

const kindOf = (object: unknown) => (isJson(object) ? (object['objectType'] ?? 'Activity') : 'Activity')

/** What an object is checked as, by its `objectType`; without one it is an activity. */
const objects: Record<string, Check> = {
  Activity: activity,
  Agent: agent,
  Group: group,
  StatementRef: statementRef,
}

const objectOf =
  (kinds: Record<string, Check>): Check =>
  (value, at) => {
    const kind = kindOf(value)
    const check = typeof kind === 'string' && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
    return check ? check(value, at) : `${at}.objectType is not one of ${Object.keys(kinds).join(', ')}`
  }

/** Revision and platform are of a course; an agent or a statement has none. */
function fitting({ verb: told, object, context: around }: Json, at: string): string | null {
  const prefix = at === '' ? '' : `${at}.`
  const isActivity = kindOf(object) === 'Activity'
  const alien =
    isJson(around) && !isActivity ? ['revision', 'platform'].find((name) => Object.hasOwn(around, name)) : null
  if (alien) return `${prefix}context.${alien} belongs to activities only`
  const takesBack = isJson(told) && told['id'] === voids
  return takesBack && kindOf(object) !== 'StatementRef' ? `${prefix}object is not the statement to be voided` : null
}

const happened = { result, context, timestamp, attachments: listOf(attachment) }

const subStatement = shape({
  needs: { objectType: oneOf('SubStatement'), actor, verb, object: objectOf(objects) },
  may: happened,
  together: fitting,
})

const statement = shape({
  needs: { actor, verb, object: objectOf({ ...objects, SubStatement: subStatement }) },
  may: { id: uuid, ...happened, stored: timestamp, authority, version },
  together: fitting,
})

/** D1 reads no JSON that is deeper, and nothing that happens to a person is. */
const deepest = 100

/** Without recursion, since the depth is the sender's to choose. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return false
}

/** Why a value is no xAPI 1.0.3 statement; null when it is one. */
export const refuseStatement = (value: unknown): string | null =>
  isTooDeep(value) ? 'The statement is nested too deeply' : statement(value, '')

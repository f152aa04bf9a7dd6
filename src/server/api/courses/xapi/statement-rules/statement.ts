import { activity, contextActivities } from './activities.ts'
import { actor, agent, authority, group } from './actors.ts'
import {
  type Check,
  flag,
  isJson,
  type Json,
  listOf,
  number,
  numberBetween,
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

/** The verb that voids a statement. */
export const voidingVerb = 'http://adlnet.gov/expapi/verbs/voided'

const verb = shape({ needs: { id: iri }, may: { display: languageMap } })

const score = shape({
  may: { scaled: numberBetween(-1, 1), raw: number, min: number, max: number },
  together({ raw, min, max }, at) {
    // Absent numbers get defaults; the present ones have been checked.
    const [least, most, rawScore] = [min ?? -Infinity, max ?? Infinity, raw ?? 0] as number[]
    if (Number(least) >= Number(most)) return `${at}.min is not below max`
    if (raw !== undefined && (Number(rawScore) < Number(least) || Number(rawScore) > Number(most)))
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

/** Checks of an object by its `objectType`; without one it is an activity. */
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

/**
 * Refuses `revision` and `platform` when the object is not an activity, and a voiding statement without a statement to
 * void.
 */
function fitting({ verb: usedVerb, object, context: around }: Json, at: string): string | null {
  const prefix = at === '' ? '' : `${at}.`
  const isActivity = kindOf(object) === 'Activity'
  const foreign =
    isJson(around) && !isActivity ? ['revision', 'platform'].find((name) => Object.hasOwn(around, name)) : null
  if (foreign) return `${prefix}context.${foreign} belongs to activities only`
  const isVoiding = isJson(usedVerb) && usedVerb['id'] === voidingVerb
  return isVoiding && kindOf(object) !== 'StatementRef' ? `${prefix}object is not the statement to be voided` : null
}

const commonProperties = { result, context, timestamp, attachments: listOf(attachment) }

const subStatement = shape({
  needs: { objectType: oneOf('SubStatement'), actor, verb, object: objectOf(objects) },
  may: commonProperties,
  together: fitting,
})

const statement = shape({
  needs: { actor, verb, object: objectOf({ ...objects, SubStatement: subStatement }) },
  may: { id: uuid, ...commonProperties, stored: timestamp, authority, version },
  together: fitting,
})

/** Deepest nesting that D1 reads in JSON. */
const maxDepth = 100

/** Whether a value is nested deeper than 100 levels. Not recursive, since the sender chooses the depth. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return false
}

/** Returns the reason why a value is not an xAPI 1.0.3 statement, in English; null when it is one. */
export const refuseStatement = (value: unknown): string | null =>
  isTooDeep(value) ? 'The statement is nested too deeply' : statement(value, '')

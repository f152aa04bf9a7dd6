import {
  type Activity,
  type Actor,
  isActivity,
  isActor,
  type StatementObject,
  type StoredStatement,
  type SubStatement,
} from './statement.ts'
import { isJson, type Json } from './statement-rules/check.ts'

/** Formats of a query's answer: the statements as stored, identifiers only, or definitions in one language. */
export const formats = ['exact', 'ids', 'canonical'] as const
export type StatementFormat = (typeof formats)[number]

type FormattedStatement = StoredStatement | SubStatement

interface Rewriting {
  actor: (actor: Actor) => Actor
  activity: (activity: Activity) => Activity
  map: (map: Record<string, string>) => Record<string, string> | undefined
}

function objectBy(object: StatementObject, by: Rewriting): StatementObject {
  if (object.objectType === 'SubStatement') return rewritten(object, by)
  // A rewritten actor is of the same kind as before, so this cast is safe.
  if (isActor(object)) return by.actor(object) as typeof object
  return isActivity(object) ? by.activity(object) : object
}

function contextBy(
  context: NonNullable<FormattedStatement['context']>,
  by: Rewriting,
): NonNullable<FormattedStatement['context']> {
  const { instructor, team, contextActivities } = context
  const lists = Object.entries(contextActivities ?? {}).map(([name, some]) => [name, some.map(by.activity)])
  return {
    ...context,
    ...(instructor && { instructor: by.actor(instructor) }),
    ...(team && { team: by.actor(team) }),
    ...(contextActivities && { contextActivities: Object.fromEntries(lists) }),
  }
}

function rewritten<T extends FormattedStatement>(statement: T, by: Rewriting): T {
  const { verb, context, authority } = statement as T & Partial<StoredStatement>
  const display = verb.display && by.map(verb.display)
  return {
    ...statement,
    actor: by.actor(statement.actor),
    verb: { id: verb.id, ...(display && { display }) },
    object: objectBy(statement.object, by),
    ...(context && { context: contextBy(context, by) }),
    ...(authority && { authority: by.actor(authority) }),
  }
}

function identified({ objectType, name: _name, member, ...identifier }: Actor): Actor {
  const kind = objectType ? { objectType } : {}
  if (Object.keys(identifier).length > 0) return { ...kind, ...identifier }
  return { ...kind, member: (member ?? []).map(identified) }
}

const ids: Rewriting = {
  actor: identified,
  activity: ({ id }) => ({ id }),
  map: () => undefined,
}

/** Lists the tags of an Accept-Language header in lower case, the most preferred first; empty without one. */
export function parseAcceptLanguage(header: string | null): string[] {
  const ranges = (header ?? '').split(',').map((range) => {
    const [tag = '', ...parameters] = range
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/)
    const quality = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1)
    return { tag, quality: Number.isNaN(quality) ? 0 : quality }
  })
  return ranges
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
}

const languageIn = (tag: string) => tag.toLowerCase().split('-')[0]

/**
 * Returns the best text of a language map, as a map of that one; empty for an empty map. For each language in turn,
 * best is the same tag, else another tag of the same language; without any it is the first of the map. `languages` are
 * tags in lower case, the most preferred first.
 */
export function selectLanguage(map: Record<string, string>, languages: readonly string[]): Record<string, string> {
  const tags = Object.keys(map)
  const fitting = (language: string) =>
    tags.find((tag) => tag.toLowerCase() === language) ?? tags.find((tag) => languageIn(tag) === languageIn(language))
  const tag = languages.map(fitting).find((one) => one !== undefined) ?? tags[0]
  return tag === undefined ? {} : { [tag]: map[tag] ?? '' }
}

const componentLists = ['choices', 'scale', 'source', 'target', 'steps']

function canonicalBy(languages: readonly string[], definitions: ReadonlyMap<string, Json>): Rewriting {
  const map = (texts: Record<string, string>) => selectLanguage(texts, languages)
  // The definitions of early statements were not validated this deep.
  const mapsIn = (json: Json) =>
    ['name', 'description'].flatMap((name) => {
      const value = json[name]
      return isJson(value) ? [[name, map(value as Record<string, string>)] as const] : []
    })
  const component = (value: unknown) => (isJson(value) ? { ...value, ...Object.fromEntries(mapsIn(value)) } : value)
  function definition(json: Json): Json {
    const lists = componentLists.flatMap((name) => {
      const value = json[name]
      return Array.isArray(value) ? [[name, value.map(component)] as const] : []
    })
    return { ...json, ...Object.fromEntries([...mapsIn(json), ...lists]) }
  }
  return {
    actor: (actor) => actor,
    activity(activity) {
      const best = definitions.get(activity.id) ?? activity.definition
      return best ? { ...activity, definition: definition(best) } : activity
    },
    map,
  }
}

/** Lists the ids of every activity that a statement mentions, in no order; one may occur several times. */
export function listActivityIds({ object, context }: FormattedStatement): string[] {
  const around = Object.values(context?.contextActivities ?? {}).flatMap((some) => some.map(({ id }) => id))
  if (object.objectType === 'SubStatement') return [...around, ...listActivityIds(object)]
  return isActivity(object) ? [...around, object.id] : around
}

/**
 * Returns a statement in the format `ids`: agents, activities and verb have their identifiers only, without names and
 * definitions.
 */
export const toIdsFormat = (statement: StoredStatement): StoredStatement => rewritten(statement, ids)

/**
 * Returns a statement in the format `canonical`: its activities have the given definitions, else their own, in one
 * language each. `languages` has the most preferred first, in lower case; `definitions` are by activity id.
 */
export const toCanonicalFormat = (
  statement: StoredStatement,
  languages: readonly string[],
  definitions: ReadonlyMap<string, Json>,
): StoredStatement => rewritten(statement, canonicalBy(languages, definitions))

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

/** How much of agents, activities and verbs an answer says: what identifies them, what was told, or what is known in one language. */
export const formats = ['exact', 'ids', 'canonical'] as const
export type Format = (typeof formats)[number]

type Told = StoredStatement | SubStatement

interface Rewriting {
  actor: (actor: Actor) => Actor
  activity: (activity: Activity) => Activity
  map: (map: Record<string, string>) => Record<string, string> | undefined
}

function objectBy(object: StatementObject, by: Rewriting): StatementObject {
  if (object.objectType === 'SubStatement') return told(object, by)
  // An actor that is rewritten keeps its kind.
  if (isActor(object)) return by.actor(object) as typeof object
  return isActivity(object) ? by.activity(object) : object
}

function contextBy(context: NonNullable<Told['context']>, by: Rewriting): NonNullable<Told['context']> {
  const { instructor, team, contextActivities } = context
  const lists = Object.entries(contextActivities ?? {}).map(([name, some]) => [name, some.map(by.activity)])
  return {
    ...context,
    ...(instructor && { instructor: by.actor(instructor) }),
    ...(team && { team: by.actor(team) }),
    ...(contextActivities && { contextActivities: Object.fromEntries(lists) }),
  }
}

function told<T extends Told>(statement: T, by: Rewriting): T {
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

/** The ranges of an Accept-Language header, the dearest first. */
export function languagesOf(header: string | null): string[] {
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

/** The one text that fits best: the very language, else the language elsewhere, else the first. */
export function inOneLanguage(map: Record<string, string>, languages: readonly string[]): Record<string, string> {
  const tags = Object.keys(map)
  const fitting = (wanted: string) =>
    tags.find((tag) => tag.toLowerCase() === wanted) ?? tags.find((tag) => languageIn(tag) === languageIn(wanted))
  const tag = languages.map(fitting).find((one) => one !== undefined) ?? tags[0]
  return tag === undefined ? {} : { [tag]: map[tag] ?? '' }
}

const componentLists = ['choices', 'scale', 'source', 'target', 'steps']

function canonicalBy(languages: readonly string[], known: ReadonlyMap<string, Json>): Rewriting {
  const map = (given: Record<string, string>) => inOneLanguage(given, languages)
  // What an early course told was not checked so far down.
  const mapsIn = (given: Json) =>
    ['name', 'description'].flatMap((name) => {
      const told = given[name]
      return isJson(told) ? [[name, map(told as Record<string, string>)] as const] : []
    })
  const component = (given: unknown) => (isJson(given) ? { ...given, ...Object.fromEntries(mapsIn(given)) } : given)
  function definition(given: Json): Json {
    const lists = componentLists.flatMap((name) => {
      const told = given[name]
      return Array.isArray(told) ? [[name, told.map(component)] as const] : []
    })
    return { ...given, ...Object.fromEntries([...mapsIn(given), ...lists]) }
  }
  return {
    actor: (actor) => actor,
    activity(activity) {
      const best = known.get(activity.id) ?? activity.definition
      return best ? { ...activity, definition: definition(best) } : activity
    },
    map,
  }
}

/** Every activity that a statement names. */
export function activityIdsIn({ object, context }: Told): string[] {
  const around = Object.values(context?.contextActivities ?? {}).flatMap((some) => some.map(({ id }) => id))
  if (object.objectType === 'SubStatement') return [...around, ...activityIdsIn(object)]
  return isActivity(object) ? [...around, object.id] : around
}

export const inIds = (statement: StoredStatement): StoredStatement => told(statement, ids)

export const inCanonical = (
  statement: StoredStatement,
  languages: readonly string[],
  known: ReadonlyMap<string, Json>,
): StoredStatement => told(statement, canonicalBy(languages, known))

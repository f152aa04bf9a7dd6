import { z } from 'zod'
import { invalidValue, ScimError } from './error.ts'
import type { Change } from './patch.ts'

/** Most members that one request names. */
const maxMembers = 500

const text = z
  .string()
  .max(200)
  .refine((value) => !/[\p{Cc}\u2028\u2029]/u.test(value))
  .transform((value) => value.trim())

const Members = z.array(z.object({ value: z.string().min(1).max(100) })).max(maxMembers)

const GroupInput = z.object({
  displayName: text.pipe(z.string().min(1)),
  externalId: text.nullish().transform((value) => value || null),
  members: Members.nullish(),
})

export interface GroupFields {
  displayName: string
  externalId: string | null
}

/** Changes of a group by one request. `replaced` is the whole list of members; null when only some come or go. */
export interface GroupChange {
  fields: GroupFields
  replaced: string[] | null
  added: string[]
  removed: string[]
}

const toIds = (value: unknown): string[] => {
  const parsed = Members.safeParse(Array.isArray(value) ? value : [value])
  if (!parsed.success) throw invalidValue(`members is a list of at most ${maxMembers} ids`)
  return [...new Set(parsed.data.map((member) => member.value))]
}

/**
 * Parses a group as `POST` and `PUT` send it: its names in `fields`, and in `replaced` the ids of all members, each
 * once. Without `members` the group has none.
 * @throws ScimError 400 `invalidValue` with the name of the attribute that is refused.
 */
export function parseGroup(body: unknown): GroupChange {
  const parsed = GroupInput.safeParse(body)
  if (!parsed.success)
    throw invalidValue(`Attribute refused: ${parsed.error.issues[0]?.path.join('.') || 'the resource'}`)
  const { displayName, externalId, members } = parsed.data
  return { fields: { displayName, externalId }, replaced: toIds(members ?? []), added: [], removed: [] }
}

const withoutIds = (ids: readonly string[], removedIds: readonly string[]) =>
  ids.filter((id) => !removedIds.includes(id))

const addIds = (change: GroupChange, ids: readonly string[]): GroupChange => ({
  ...change,
  replaced: change.replaced && [...new Set([...change.replaced, ...ids])],
  added: change.replaced ? [] : [...new Set([...change.added, ...ids])],
  removed: withoutIds(change.removed, ids),
})

const removeIds = (change: GroupChange, ids: readonly string[]): GroupChange => ({
  ...change,
  replaced: change.replaced && withoutIds(change.replaced, ids),
  added: withoutIds(change.added, ids),
  removed: change.replaced ? [] : [...new Set([...change.removed, ...ids])],
})

const replaceIds = (change: GroupChange, ids: string[]): GroupChange => ({
  ...change,
  replaced: ids,
  added: [],
  removed: [],
})

/** Applies a change of members. Okta and Entra name those to remove in the value or in the filter of the path. */
function changeMembers(change: GroupChange, { op, filter, value }: Change): GroupChange {
  if (filter) {
    if (op !== 'remove' || filter.attribute !== 'value')
      throw new ScimError(400, 'Only members[value eq "id"] can be removed', 'invalidPath')
    return removeIds(change, [filter.value])
  }
  if (op === 'add') return addIds(change, toIds(value))
  if (op === 'replace') return replaceIds(change, toIds(value ?? []))
  return value === undefined || value === null ? replaceIds(change, []) : removeIds(change, toIds(value))
}

function changeFields(fields: GroupFields, { op, attribute, value }: Change): GroupFields {
  const name = attribute === 'displayname' ? 'displayName' : 'externalId'
  const { displayName, externalId } = parseGroup({ ...fields, [name]: op === 'remove' ? null : value }).fields
  return { displayName, externalId }
}

function applyChange(next: GroupChange, change: Change): GroupChange {
  if (change.attribute === 'members') return changeMembers(next, change)
  if (!['displayname', 'externalid'].includes(change.attribute)) return next
  return { ...next, fields: changeFields(next.fields, change) }
}

/**
 * Applies changes to a group. Attributes that the portal does not keep change nothing.
 * @throws ScimError 400 with `invalidValue` or `invalidPath`.
 */
export const patchGroup = (fields: GroupFields, changes: readonly Change[]): GroupChange =>
  changes.reduce(applyChange, { fields, replaced: null, added: [], removed: [] })

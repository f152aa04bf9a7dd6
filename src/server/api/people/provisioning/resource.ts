import type { GroupRow } from './group-storage.ts'
import { toPersonBody } from './person-input.ts'
import { scimPath } from './rules.ts'
import type { PersonRow } from './storage.ts'

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

type Origin = Pick<Env, 'PORTAL_ORIGIN'>

/** Returns the absolute URL of a SCIM resource by its path below the service, such as `Users/<id>`. */
export const toLocation = ({ PORTAL_ORIGIN }: Origin, path: string) => `${PORTAL_ORIGIN}${scimPath}/${path}`

/** Returns a value without its attributes that are null or an empty list. */
const withoutEmpty = (resource: object) =>
  Object.fromEntries(
    Object.entries(resource).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  )

const toMeta = (env: Origin, type: 'User' | 'Group', { id, createdAt, changedAt }: PersonRow | GroupRow) => ({
  resourceType: type,
  created: createdAt.toISOString(),
  lastModified: changedAt.toISOString(),
  location: toLocation(env, `${type}s/${id}`),
})

/**
 * Converts a person to a SCIM resource. It has only what the provider has sent, and nothing of the portal's account.
 */
export function toUserResource(env: Origin, row: PersonRow) {
  const { name, ...body } = toPersonBody(row)
  return withoutEmpty({
    schemas: [userSchema],
    id: row.id,
    ...body,
    name: withoutEmpty(name),
    meta: toMeta(env, 'User', row),
  })
}

/** Converts a group to a SCIM resource; without members where these are null, because they were left out. */
export const toGroupResource = (env: Origin, row: GroupRow, members: { id: string; userName: string }[] | null) => ({
  ...withoutEmpty({
    schemas: [groupSchema],
    id: row.id,
    externalId: row.externalId,
    displayName: row.displayName,
    meta: toMeta(env, 'Group', row),
  }),
  ...(members && {
    members: members.map(({ id, userName }) => ({
      value: id,
      display: userName,
      type: 'User',
      $ref: toLocation(env, `Users/${id}`),
    })),
  }),
})

/**
 * Converts one page of resources to the answer of a SCIM list. `totalResults` counts the resources of all pages, and
 * `startIndex` is the place of the first one, from 1.
 */
export const toListResponse = (resources: readonly object[], totalResults: number, startIndex: number) => ({
  schemas: [listSchema],
  totalResults,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})

import { notFound, ScimError } from './error.ts'
import { parseGroup, patchGroup } from './group-input.ts'
import { findGroup, type GroupRow, groupFilters, listGroups, listMembers } from './group-storage.ts'
import { parsePatch } from './patch.ts'
import { patchPerson } from './patch-person.ts'
import { type PersonFields, parsePerson } from './person-input.ts'
import { parseFilter, parsePage } from './query.ts'
import { toGroupResource, toListResponse, toLocation, toUserResource } from './resource.ts'
import { changeGroup, createGroup, deleteGroup } from './save-group.ts'
import { changePerson, createPerson, removePerson } from './save-person.ts'
import type { Service } from './scim-service.ts'
import { findPerson, listPeople, type PersonRow, personFilters } from './storage.ts'

export interface ScimRequest {
  method: string
  /** Id in the path; null for a collection. */
  id: string | null
  query: URLSearchParams
  readBody: () => Promise<unknown>
}

export type ScimResult =
  | { status: 200; body: object }
  | { status: 201; body: object; location: string }
  | { status: 204; body: null }

const noContent: ScimResult = { status: 204, body: null }

const ok = (body: object): ScimResult => ({ status: 200, body })

const created = ({ ctx }: Service, path: string, body: object): ScimResult => ({
  status: 201,
  body,
  location: toLocation(ctx.env, path),
})

const refuseMethod = () => new ScimError(405, 'Method not allowed')

const toFields = (row: PersonRow): PersonFields => ({
  userName: row.userName,
  externalId: row.externalId,
  givenName: row.givenName,
  familyName: row.familyName,
  displayName: row.displayName,
  email: row.email,
  active: row.active,
})

async function listUsers({ ctx, accountId }: Service, query: URLSearchParams): Promise<ScimResult> {
  const page = parsePage(query)
  const { rows, total } = await listPeople(ctx.db, accountId, parseFilter(query.get('filter'), personFilters), page)
  return ok(
    toListResponse(
      rows.map((row) => toUserResource(ctx.env, row)),
      total,
      page.startIndex,
    ),
  )
}

async function changeUser(service: Service, id: string, { method, readBody }: ScimRequest): Promise<PersonRow> {
  const body = await readBody()
  if (method === 'PUT') return changePerson(service, id, ({ active }) => parsePerson(body, active))
  const changes = parsePatch(body)
  return changePerson(service, id, (row) => patchPerson(toFields(row), changes))
}

/**
 * Answers a request for the people of an account. GET lists or returns them, POST creates (201), PUT and PATCH change
 * (200), DELETE removes (204). Writes as `createPerson`, `changePerson` and `removePerson` do.
 * @throws ScimError for every refusal, 404 for an unknown id, 405 for another method.
 */
export async function answerUsers(service: Service, request: ScimRequest): Promise<ScimResult> {
  const { ctx, accountId } = service
  const { method, id, query } = request
  const show = (row: PersonRow) => toUserResource(ctx.env, row)
  if (id === null) {
    if (method === 'GET') return listUsers(service, query)
    if (method !== 'POST') throw refuseMethod()
    const row = await createPerson(service, parsePerson(await request.readBody()))
    return created(service, `Users/${row.id}`, show(row))
  }
  if (method === 'GET') {
    const row = await findPerson(ctx.db, accountId, id)
    if (!row) throw notFound()
    return ok(show(row))
  }
  if (method === 'PUT' || method === 'PATCH') return ok(show(await changeUser(service, id, request)))
  if (method !== 'DELETE') throw refuseMethod()
  await removePerson(service, id)
  return noContent
}

/** Converts groups to resources with their members, unless the query leaves these out. */
async function showGroups({ ctx }: Service, rows: readonly GroupRow[], query: URLSearchParams): Promise<object[]> {
  const isShort = (query.get('excludedAttributes') ?? '').split(',').some((name) => name.trim() === 'members')
  const members =
    isShort || rows.length === 0
      ? []
      : await listMembers(
          ctx.db,
          rows.map(({ id }) => id),
        )
  return rows.map((row) =>
    toGroupResource(ctx.env, row, isShort ? null : members.filter(({ groupId }) => groupId === row.id)),
  )
}

async function listAllGroups(service: Service, query: URLSearchParams): Promise<ScimResult> {
  const { ctx, accountId } = service
  const page = parsePage(query)
  const { rows, total } = await listGroups(ctx.db, accountId, parseFilter(query.get('filter'), groupFilters), page)
  return ok(toListResponse(await showGroups(service, rows, query), total, page.startIndex))
}

async function changeByBody(service: Service, id: string, { method, readBody }: ScimRequest): Promise<GroupRow> {
  const body = await readBody()
  if (method === 'PUT') {
    const change = parseGroup(body)
    return changeGroup(service, id, () => change)
  }
  const changes = parsePatch(body)
  return changeGroup(service, id, ({ displayName, externalId }) => patchGroup({ displayName, externalId }, changes))
}

/**
 * Answers a request for the groups of an account. GET lists or returns them, POST creates (201), PUT (200) and PATCH
 * (204) change, DELETE removes (204). Writes as `createGroup`, `changeGroup` and `deleteGroup` do.
 * @throws ScimError for every refusal, 404 for an unknown id, 405 for another method.
 */
export async function answerGroups(service: Service, request: ScimRequest): Promise<ScimResult> {
  const { ctx, accountId } = service
  const { method, id, query } = request
  const show = async (row: GroupRow) => (await showGroups(service, [row], query))[0] ?? {}
  if (id === null) {
    if (method === 'GET') return listAllGroups(service, query)
    if (method !== 'POST') throw refuseMethod()
    const row = await createGroup(service, parseGroup(await request.readBody()))
    return created(service, `Groups/${row.id}`, await show(row))
  }
  if (method === 'GET') {
    const row = await findGroup(ctx.db, accountId, id)
    if (!row) throw notFound()
    return ok(await show(row))
  }
  if (method === 'PUT') return ok(await show(await changeByBody(service, id, request)))
  if (method === 'PATCH') {
    await changeByBody(service, id, request)
    return noContent
  }
  if (method !== 'DELETE') throw refuseMethod()
  await deleteGroup(service, id)
  return noContent
}

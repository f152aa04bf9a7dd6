import { recordAudit } from '#api/foundation/audit/storage.ts'
import { writeRolePlans } from '#api/people/external-login/oidc/group-roles.ts'
import type { StaffAccount } from '#api/people/external-login/oidc/storage.ts'
import type { Statement } from '#platform/database.ts'
import { planGroupRoles } from './account-writes.ts'
import { invalidValue, notFound } from './error.ts'
import type { GroupChange, GroupFields } from './group-input.ts'
import {
  findGroup,
  type GroupedPerson,
  type GroupName,
  type GroupRow,
  insertGroup,
  insertMembers,
  listGroupedPeople,
  listMembers,
  markPeopleChanged,
  removeGroup,
  removeMembers,
  updateGroup,
} from './group-storage.ts'
import { listGivenRoles, loadOwnAccounts } from './own-account.ts'
import { retryWrite } from './retry.ts'
import type { Service } from './scim-service.ts'

interface GroupWrite {
  /** The stored group; null for a new one. */
  row: GroupRow | null
  group: GroupName
  /** People whose membership or whose group's name changes. */
  people: readonly GroupedPerson[]
  /** Ids of the people who are members afterwards. */
  memberIds: readonly string[]
  /** Whether the provider lists who is in the group. The removal of a whole group says nothing about its members. */
  removesMembers: boolean
  keepsSuperadministrator: boolean
}

/** Returns the groups of a person after the write. */
const toGroupsAfter = ({ group, memberIds }: GroupWrite, { person, groups }: GroupedPerson): GroupName[] => {
  const others = groups.filter(({ id }) => id !== group.id)
  return memberIds.includes(person.id) ? [...others, group] : others
}

/**
 * Returns the id of the account that stays superadministrator, as one has to; null when none of them is one by a group.
 */
function findKeeper(accounts: Iterable<StaffAccount>): number | null {
  const officers = [...accounts].filter(
    ({ groupRoles, inactiveAt }) => groupRoles.includes('SuperAdministrator') && !inactiveAt,
  )
  return officers.length > 0 ? Math.min(...officers.map(({ id }) => id)) : null
}

/** Returns the roles that are given and taken back, of everybody whom the provider has not made inactive. */
async function planAllRoles({ ctx, settings }: Service, write: GroupWrite) {
  const people = write.people.filter(({ person }) => person.active && person.removedAt === null)
  const accounts = await loadOwnAccounts(
    ctx,
    settings,
    people.map(({ person }) => person),
  )
  const keeper = write.keepsSuperadministrator ? findKeeper(accounts.values()) : null
  return people.flatMap((one) => {
    const { person, groups } = one
    const account = accounts.get(person.id)
    if (!account) return []
    const hasLeft = write.removesMembers && !write.memberIds.includes(person.id)
    const left = hasLeft ? groups.filter(({ id }) => id === write.group.id) : []
    const choice = { groups: toGroupsAfter(write, one), left, keepsSuperadministrator: account.id === keeper }
    return [planGroupRoles(ctx, settings, account, choice)]
  })
}

/** Returns the statements for the roles of everybody whom the write concerns, where the group gives or gave a role. */
async function writeAllRoles(service: Service, write: GroupWrite): Promise<Statement[]> {
  const { db, now } = service.ctx
  const names = [write.group, ...(write.row ? [write.row] : [])]
  const people = write.people.map(({ person }) => person)
  if (listGivenRoles(service.settings, names).length === 0 || people.length === 0) return []
  return [markPeopleChanged(db, people, now), ...writeRolePlans(service.ctx, await planAllRoles(service, write))]
}

interface Membership {
  before: string[]
  after: string[]
}

/** Returns the ids of the members before and after a change. */
function compareMembers(before: string[], { replaced, added, removed }: GroupChange): Membership {
  if (replaced) return { before, after: replaced }
  return { before, after: [...new Set([...before, ...added])].filter((id) => !removed.includes(id)) }
}

const isSame = (row: GroupRow, { displayName, externalId }: GroupFields) =>
  row.displayName === displayName && row.externalId === externalId

/**
 * Loads the people whom a change concerns: those who come or go, and all members when the group gets another name.
 * @throws ScimError 400 `invalidValue` when somebody who comes is no person of the account.
 */
async function loadConcerned({ ctx, accountId }: Service, { before, after }: Membership, isRenamed: boolean) {
  const added = after.filter((id) => !before.includes(id))
  const removed = before.filter((id) => !after.includes(id))
  const ids = isRenamed ? [...new Set([...before, ...after])] : [...added, ...removed]
  const people = ids.length > 0 ? await listGroupedPeople(ctx.db, accountId, ids) : []
  const known = new Set(people.filter(({ person }) => person.removedAt === null).map(({ person }) => person.id))
  if (added.some((id) => !known.has(id))) throw invalidValue('members names somebody who is not provisioned')
  return { people, added, removed }
}

/** Writes a group, its members and their roles in one commit; nothing when nothing changes. Returns its id. */
async function writeGroup(
  service: Service,
  row: GroupRow | null,
  change: GroupChange,
  keeps: boolean,
): Promise<string> {
  const { ctx, accountId } = service
  const { fields } = change
  const id = row?.id ?? ctx.newId()
  const before = row ? (await listMembers(ctx.db, [id])).map((member) => member.id) : []
  const members = compareMembers(before, change)
  const isRenamed = row !== null && !isSame(row, fields)
  const { people, added, removed } = await loadConcerned(service, members, isRenamed)
  if (row && !isRenamed && people.length === 0) return id
  const group = { id, externalId: fields.externalId, displayName: fields.displayName }
  const write = { row, group, people, memberIds: members.after, removesMembers: true, keepsSuperadministrator: keeps }
  const { db, now } = ctx
  await ctx.db.commit([
    row ? updateGroup(db, row, fields, now) : insertGroup(db, { ...group, accountId, createdAt: now, changedAt: now }),
    ...(added.length > 0 ? [insertMembers(db, id, added)] : []),
    ...(removed.length > 0 ? [removeMembers(db, id, removed)] : []),
    ...(await writeAllRoles(service, write)),
    recordAudit(ctx, row ? 'provisionedGroup.changed' : 'provisionedGroup.created', { type: 'provisionedGroup', id }),
  ])
  ctx.changedTags.push('people')
  return id
}

async function getGroup({ ctx, accountId }: Service, id: string): Promise<GroupRow> {
  const row = await findGroup(ctx.db, accountId, id)
  if (!row) throw notFound()
  return row
}

/**
 * Creates a group with its members and returns it, with audit entries and the cache tag `people`. Members get the roles
 * that the mapping gives for it, as `planGroupRoles` allows.
 * @throws ScimError 409 `uniqueness` when the account has a group with the name.
 * @throws ScimError 400 `invalidValue` when a member is not provisioned by the account.
 */
export const createGroup = (service: Service, change: GroupChange): Promise<GroupRow> =>
  retryWrite(async (keeps) => getGroup(service, await writeGroup(service, null, change, keeps)))

/**
 * Changes a group by `change`, which gets the stored one and may run again, and returns it, with audit entries. Adapts
 * the roles of those who come and go, after a new name those of all members. Without a change it writes nothing.
 * @throws ScimError 404 when the account has no such group; and the codes of `createGroup`.
 */
export const changeGroup = (service: Service, id: string, change: (row: GroupRow) => GroupChange): Promise<GroupRow> =>
  retryWrite(async (keeps) => {
    const row = await getGroup(service, id)
    await writeGroup(service, row, change(row), keeps)
    return getGroup(service, id)
  })

/**
 * Removes a group with an audit entry, and takes back the roles that only it gave. Roles that the office has removed
 * stay away: the provider may bring the group back.
 *
 * @throws ScimError 404 when the account has no such group.
 */
export const deleteGroup = (service: Service, id: string): Promise<void> =>
  retryWrite(async (keepsSuperadministrator) => {
    const { ctx, accountId } = service
    const row = await getGroup(service, id)
    const ids = (await listMembers(ctx.db, [id])).map((member) => member.id)
    const people = ids.length > 0 ? await listGroupedPeople(ctx.db, accountId, ids) : []
    const write = { row, group: row, people, memberIds: [], removesMembers: false, keepsSuperadministrator }
    await ctx.db.commit([
      // Refuses the commit when somebody has come into the group, whose role would stay.
      updateGroup(ctx.db, row, row, ctx.now),
      ...(await writeAllRoles(service, write)),
      ...removeGroup(ctx.db, id),
      recordAudit(ctx, 'provisionedGroup.removed', { type: 'provisionedGroup', id }),
    ])
    ctx.changedTags.push('people')
  })

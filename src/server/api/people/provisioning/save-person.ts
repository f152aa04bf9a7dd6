import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { writeRolePlans } from '#api/people/external-login/oidc/group-roles.ts'
import { isAddressOfHostedDomain } from '#api/people/external-login/oidc/rules.ts'
import type { StaffAccount } from '#api/people/external-login/oidc/storage.ts'
import { loadPerson } from '#api/people/integrations/people/storage.ts'
import { isUserNameTaken } from '#api/people/own-accounts/matches-storage.ts'
import type { Statement } from '#platform/database.ts'
import { createAccount, endAccess, planGroupRoles, updateAccount } from './account-writes.ts'
import { notFound } from './error.ts'
import { type GroupName, listGroupedPeople } from './group-storage.ts'
import { findJoinableAccount, isUsable, type JoinableAccount, loadOwnAccount } from './own-account.ts'
import type { PersonFields } from './person-input.ts'
import { retryWrite } from './retry.ts'
import type { Service } from './scim-service.ts'
import {
  endProvisioning,
  findPerson,
  findRemovedPerson,
  hiddenFields,
  insertPerson,
  type PersonRow,
  restorePerson,
  updatePerson,
} from './storage.ts'

interface PersonWrite {
  /** The stored person; null for a new one. */
  row: PersonRow | null
  fields: PersonFields
  /** Whether the provider removes the person. */
  isRemoval: boolean
  keepsSuperadministrator: boolean
}

const isActive = (row: PersonRow | null) => row?.active === true && row.removedAt === null

/** Whether the stored person differs from what is to be written. */
const isChanged = ({ row, fields, isRemoval }: PersonWrite) =>
  row === null ||
  (row.removedAt !== null) !== isRemoval ||
  (Object.keys(fields) as (keyof PersonFields)[]).some((name) => row[name] !== fields[name])

const loadGroups = async ({ db }: Ctx, { accountId, id }: PersonRow): Promise<GroupName[]> =>
  (await listGroupedPeople(db, accountId, [id])).flatMap(({ groups }) => groups)

/** Returns the statements for the account of the person: access that ends or begins, and a changed name. */
async function writeAccount(service: Service, account: StaffAccount, write: PersonWrite, hasJoined: boolean) {
  const { ctx, settings } = service
  const { row, fields, isRemoval, keepsSuperadministrator } = write
  const staysActive = fields.active && !isRemoval
  const wasActive = isActive(row) && !hasJoined
  const edit = row && !hasJoined && isUsable(account, ctx.now) ? await updateAccount(service, account, row, fields) : []
  // The edit has given the account a new version.
  const current = edit.length > 0 ? { ...account, changedAt: ctx.now } : account
  if (!staysActive) return [...edit, ...(wasActive ? endAccess(ctx, current, keepsSuperadministrator) : [])]
  // Somebody who comes back is in no group.
  if (wasActive || !row || row.removedAt) return edit
  const groups = await loadGroups(ctx, row)
  if (groups.length === 0) return edit
  const plan = planGroupRoles(ctx, settings, current, { groups, keepsSuperadministrator })
  return [...edit, ...writeRolePlans(ctx, [plan])]
}

/** Returns the statements that insert, update or restore the row of the person; only an update keeps the id. */
function writeRow(
  { ctx, accountId }: Service,
  id: string,
  { row, fields, isRemoval }: PersonWrite,
  joined: number | null,
) {
  const columns = {
    ...fields,
    active: fields.active && !isRemoval,
    removedAt: isRemoval ? ctx.now : null,
    ...(joined !== null && { userId: joined }),
  }
  if (row?.removedAt) return restorePerson(ctx.db, row, { ...columns, id }, ctx.now)
  if (row) return [updatePerson(ctx.db, row, columns, ctx.now)]
  return [insertPerson(ctx.db, { ...columns, id, accountId, createdAt: ctx.now, changedAt: ctx.now })]
}

const toAction = ({ row, isRemoval }: PersonWrite) => {
  if (isRemoval) return 'provisionedPerson.removed'
  return row === null || row.removedAt !== null ? 'provisionedPerson.created' : 'provisionedPerson.changed'
}

/** Finds the account that an active person without one gets; null for none. */
const findNewAccount = async ({ ctx, settings }: Service, { row, fields, isRemoval }: PersonWrite) =>
  fields.active &&
  !isRemoval &&
  fields.email !== null &&
  isAddressOfHostedDomain(settings, fields.email) &&
  (row?.userId ?? null) === null
    ? findJoinableAccount(ctx, settings, fields.email)
    : null

const isExisting = (account: JoinableAccount): account is StaffAccount => account !== null && account !== 'new'

/**
 * Writes a person and everything that follows for their account in one commit, with audit entries; nothing when nothing
 * changes. Of a person whose identity is protected it keeps neither name nor e-mail address. Returns the id of the
 * person, a new one for somebody who comes back.
 */
async function writePerson(service: Service, given: PersonWrite): Promise<string> {
  const { ctx, settings } = service
  const { row } = given
  const id = row && !row.removedAt ? row.id : ctx.newId()
  const [own, stored, joinable, isNameTaken] = await Promise.all([
    row ? loadOwnAccount(ctx, settings, row) : null,
    // An account that is no longer linked may be protected too.
    row?.userId ? loadPerson(ctx.db, row.userId, []) : null,
    findNewAccount(service, given),
    // Read in every case, so that the time of an answer does not tell whether somebody has the address.
    given.fields.email !== null && isUserNameTaken(ctx.db, given.fields.email),
  ])
  const write = stored?.isHidden ? { ...given, fields: { ...given.fields, ...hiddenFields } } : given
  const { fields } = write
  if (!isChanged(write) && joinable === null) return id
  const account = own ?? (isExisting(joinable) ? joinable : null)
  const statements: Statement[] = writeRow(service, id, write, isExisting(joinable) ? joinable.id : null)
  if (joinable === 'new' && fields.email !== null)
    statements.push(...createAccount(ctx, { personId: id, fields, email: fields.email, isNameTaken }))
  if (account) statements.push(...(await writeAccount(service, account, write, isExisting(joinable))))
  if (row && write.isRemoval) statements.push(...endProvisioning(ctx.db, row))
  const target = account ? ({ type: 'user', id: account.id } as const) : ({ type: 'provisionedPerson', id } as const)
  await ctx.db.commit([...statements, recordAudit(ctx, toAction(write), target)])
  ctx.changedTags.push('people')
  return id
}

async function getPerson({ ctx, accountId }: Service, id: string): Promise<PersonRow> {
  const row = await findPerson(ctx.db, accountId, id)
  if (!row) throw notFound()
  return row
}

/**
 * Creates a person, or brings one back whom the provider has removed, under a new id, and returns the row. An active
 * person also gets the account of `findJoinableAccount`, or a new one. Writes audit entries and the cache tag `people`;
 * mails nothing.
 * @throws ScimError 409 `uniqueness` when the account has a person with the user name.
 */
export const createPerson = (service: Service, fields: PersonFields): Promise<PersonRow> =>
  retryWrite(async (keepsSuperadministrator) => {
    const { ctx, accountId } = service
    // A name that a present person has fails the commit.
    const row = await findRemovedPerson(ctx.db, accountId, fields)
    const id = await writePerson(service, { row, fields, isRemoval: false, keepsSuperadministrator })
    return getPerson(service, id)
  })

/**
 * Changes a person by `change`, which gets the stored one and may run again, and returns the row, with audit entries. A
 * person who becomes inactive loses what `endAccess` ends, and one who becomes active gets the roles of the groups;
 * name and e-mail address follow as in `updateAccount`. A change that changes nothing writes nothing.
 * @throws ScimError 404 when the account has no such person, and 409 `uniqueness` when the user name is taken.
 */
export const changePerson = (
  service: Service,
  id: string,
  change: (row: PersonRow) => PersonFields,
): Promise<PersonRow> =>
  retryWrite(async (keepsSuperadministrator) => {
    const row = await getPerson(service, id)
    await writePerson(service, { row, fields: change(row), isRemoval: false, keepsSuperadministrator })
    return getPerson(service, id)
  })

/**
 * Removes a person for the provider: ends access as a deactivation does. A person with an account keeps the row, so
 * that they can come back to it.
 *
 * @throws ScimError 404 when the account has no such person.
 */
export const removePerson = (service: Service, id: string): Promise<void> =>
  retryWrite(async (keepsSuperadministrator) => {
    const row = await getPerson(service, id)
    const { userName, externalId, givenName, familyName, displayName, email } = row
    const fields = { userName, externalId, givenName, familyName, displayName, email, active: false }
    await writePerson(service, { row, fields, isRemoval: true, keepsSuperadministrator })
  })

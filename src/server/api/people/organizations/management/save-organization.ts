import type { Ctx } from '#api/context.ts'
import { auditCreation, auditEdit } from '#api/foundation/audit/edits/audit-edit.ts'
import { recordAuditOfEach, recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { type RefusalCode, Refused, toRefusalCode } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { ConstraintError, type Statement } from '#platform/database.ts'
import { setMainIfMissing, setPaths } from '../paths-storage.ts'
import type { ManagedOrganization, NewOrganization, OrganizationChange } from './contract.ts'
import { type OrganizationState, refuseFields } from './rules.ts'
import { organizationSnapshot } from './snapshot.ts'
import {
  deleteIfUnused,
  findOrganization,
  findParent,
  insertOrganization,
  isUnused,
  type StoredOrganization,
  selectOtherMain,
  unsetOtherMain,
  updateOrganization,
} from './storage.ts'

/**
 * Returns whether a register supplies the organisations, so that the office cannot create them:
 * SPORTS_ORGANIZATIONS_URL is set.
 */
export const hasRegister = ({ env }: Ctx): boolean => Boolean(env.SPORTS_ORGANIZATIONS_URL)

const isRegistered = (ctx: Ctx, { externalId }: StoredOrganization) => externalId !== null && hasRegister(ctx)

/** @throws Refused('not_found') when there is no such organisation. */
async function getOrganization(ctx: Ctx, id: number): Promise<StoredOrganization> {
  const row = await findOrganization(ctx.db, id)
  if (!row) throw new Refused('not_found')
  return row
}

/**
 * Loads an organisation, active or not, with all fields that the office edits and the parent's name. Who may read them
 * is for the caller to check.
 * @throws Refused('not_found') when there is none.
 */
export async function getManagedOrganization(ctx: Ctx, id: number): Promise<ManagedOrganization> {
  const row = await getOrganization(ctx, id)
  const parent = row.parentId === null ? null : await findParent(ctx.db, row.parentId)
  const { path: _, nameKey: __, externalId: ___, logoFileId: ____, createdAt: _____, changedAt, ...fields } = row
  return {
    ...fields,
    parentName: parent?.name ?? null,
    isRegistered: isRegistered(ctx, row),
    lastChange: changedAt,
  }
}

const fieldsByRefusal: Partial<Record<RefusalCode, string>> = {
  organization_number_taken: 'orgNr',
  organization_parent: 'parentId',
}

/**
 * Commits, and reports a refusal of the database at its field. Constraints decide between two writes at the same time.
 */
async function commit<const S extends readonly Statement[]>(ctx: Ctx, statements: S) {
  try {
    return await ctx.db.commit(statements)
  } catch (error) {
    const code = error instanceof ConstraintError ? toRefusalCode(error.text) : null
    const field = code && fieldsByRefusal[code]
    if (!field) throw error
    throw new Refused(code, { fields: { [field]: translator(ctx.language, 'refusals')(code) } })
  }
}

interface CheckedChange {
  before: StoredOrganization | null
  changed: readonly string[]
  after: OrganizationState
}

async function checkFields(ctx: Ctx, { before, changed, after }: CheckedChange): Promise<void> {
  const parent = changed.includes('parentId') && after.parentId ? await findParent(ctx.db, after.parentId) : null
  const registered = before !== null && isRegistered(ctx, before)
  const reasons = Object.entries(refuseFields({ before, changed, after, parent, isRegistered: registered }))
  if (reasons.length === 0) return
  const t = translator(ctx.language, 'refusals')
  const texts = reasons.map(([field, reason]) => [field, t(`invalid.${reason}`)])
  throw new Refused('invalid_input', { fields: Object.fromEntries(texts) })
}

const blank = {
  id: 0,
  parentId: null,
  active: true,
  isMain: false,
  addressLine1: null,
  addressLine2: null,
  postalNumber: null,
  city: null,
  country: null,
}

type DefinedFields<Fields> = { [Key in keyof Fields]: Exclude<Fields[Key], undefined> }

/** Returns the fields that have a value, limited to `names`. */
const pickDefined = <Fields extends object>(fields: Fields, names = Object.keys(fields)): DefinedFields<Fields> =>
  // Only keys with a value are left.
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== undefined && names.includes(name)),
  ) as DefinedFields<Fields>

/** Returns the names of the fields that differ from the stored ones. */
const changedFields = (before: StoredOrganization, edit: object): string[] => {
  const stored: Record<string, unknown> = { ...before }
  return Object.entries(edit).flatMap(([name, value]) =>
    value !== undefined && name in stored && (stored[name] ?? null) !== (value ?? null) ? [name] : [],
  )
}

/**
 * Creates an organisation with an audit entry, and returns it. The first federation becomes the main one. Access is not
 * checked here.
 *
 * @throws Refused('organizations_registered') when a register supplies the organisations.
 * @throws Refused('invalid_input') at the fields that are refused.
 * @throws Refused('organization_number_taken') when another organisation has the number.
 * @throws Refused('organization_parent') when the parent was changed or deleted at the same time.
 * @throws Refused('not_found') when it disappeared after the commit.
 */
export async function createOrganization(ctx: Ctx, body: NewOrganization): Promise<ManagedOrganization> {
  if (hasRegister(ctx)) throw new Refused('organizations_registered')
  const fields = pickDefined(body)
  await checkFields(ctx, { before: null, changed: Object.keys(fields), after: { ...blank, ...fields } })
  const audit = { action: 'organization.created', type: 'organization', of: organizationSnapshot } as const
  const [[created]] = await commit(ctx, [
    insertOrganization(ctx.db, fields, ctx.now),
    setPaths(ctx.db),
    setMainIfMissing(ctx.db),
    auditCreation(ctx, audit),
  ] as const)
  if (!created) throw new Error('the organisation was not inserted')
  return getManagedOrganization(ctx, created.id)
}

/**
 * Changes an organisation with an audit entry, and returns it; absent fields stay, and a new parent moves its whole
 * branch. A new main organisation replaces the earlier one, which gets an entry too. Access is not checked here.
 *
 * @throws Refused('not_found') when there is none.
 * @throws Refused('invalid_input') at the fields that are refused, also those that the register decides.
 * @throws Refused('changed_meanwhile') when the edited version (`lastChange`) is missing or outdated.
 * @throws Refused('organization_number_taken') when another organisation has the number.
 * @throws Refused('organization_parent') when the parent was changed or deleted at the same time.
 */
export async function changeOrganization(ctx: Ctx, id: number, body: OrganizationChange): Promise<ManagedOrganization> {
  const before = await getOrganization(ctx, id)
  const changed = changedFields(before, body)
  const fields = pickDefined(body, [...changed, 'lastChange'])
  await checkFields(ctx, { before, changed, after: { ...before, ...fields } })
  const becomesMain = changed.includes('isMain')
  const target = { type: 'organization', id } as const
  const audit = auditEdit(ctx, { action: 'organization.changed', target, of: organizationSnapshot(id) })
  await commit(ctx, [
    audit.before,
    ...(becomesMain
      ? [
          recordAuditOfEach(ctx, 'organization.changed', 'organization', selectOtherMain(id)),
          unsetOtherMain(ctx.db, id, ctx.now),
        ]
      : []),
    updateOrganization(ctx.db, id, fields, ctx.now),
    ...(changed.includes('parentId') ? [setPaths(ctx.db)] : []),
    ...audit.after,
  ])
  return getManagedOrganization(ctx, id)
}

/**
 * Deletes an unused organisation, with an audit entry. It is unused while no other row refers to it. Access is not
 * checked here.
 *
 * @throws Refused('not_found') when there is none.
 * @throws Refused('organizations_registered') when it comes from the register.
 * @throws Refused('organization_main') when it is the main one.
 * @throws Refused('organization_used') when other rows refer to it.
 */
export async function deleteOrganization(ctx: Ctx, id: number): Promise<undefined> {
  const row = await getOrganization(ctx, id)
  if (isRegistered(ctx, row)) throw new Refused('organizations_registered')
  if (row.isMain) throw new Refused('organization_main')
  const { name, type: organizationType, orgNr, parentId } = row
  const target = { type: 'organization', id } as const
  const [, deleted] = await ctx.db.commit([
    recordAuditWhen(ctx, isUnused(id), 'organization.removed', target, { organizationType, name, orgNr, parentId }),
    deleteIfUnused(ctx.db, id),
  ] as const)
  if (deleted.length > 0) return
  // Another request may have deleted it at the same time.
  await getOrganization(ctx, id)
  throw new Refused('organization_used')
}

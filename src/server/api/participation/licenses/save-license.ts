import type { Ctx, Visitor } from '#api/context.ts'
import { auditCreation, auditEdit, auditRemoval } from '#api/foundation/audit/edits/audit-edit.ts'
import { Refused, toRefusalCode } from '#api/refusals.ts'
import { sanitizeHtml } from '#api/sanitize.ts'
import { translator } from '#locales/translate.ts'
import { ConstraintError, type Statement } from '#platform/database.ts'
import type { License, LicenseInput } from './contract.ts'
import type { LicenseRule } from './renewal/rules.ts'
import { hasActivitiesInRemovedCategories, moveActivities } from './reported/storage.ts'
import { mapCategoryIndexes, type RequirementGroup, refuseDefinition } from './rules.ts'
import { licenseSnapshot } from './snapshot.ts'
import {
  type DefinitionRow,
  findDefinition,
  insertLicense,
  type LicenseReference,
  listCreditEducations,
  listUnknownReferences,
  newestLicenseId,
  removeLicense,
  replaceReferences,
  toDefinition,
  updateLicense,
} from './storage.ts'

/**
 * Converts the stored definition of a licence to the reply, with the titles of the educations that it refers to by
 * their ids.
 */
export function toLicense(row: DefinitionRow): License {
  const { educationIds, licenseIds, otherRequirementIds, groups, rule, ...definition } = toDefinition(row)
  const { validityMonths, validToRule, categories, ...renewal } = rule
  const educationsOfCategories = listCreditEducations(row)
  return {
    id: row.id,
    name: row.name,
    code: row.code,
    description: row.description,
    active: row.active,
    educationCategoryId: row.educationCategoryId,
    autoIssue: row.autoIssue,
    minAge: row.minAge,
    validityMonths,
    validToRule,
    groups,
    otherRequirementIds,
    order: row.position,
    requiredEducationIds: educationIds,
    requiredLicenseIds: licenseIds,
    renewal: {
      ...renewal,
      categories: categories.map((category, at) => ({ ...category, educationIds: educationsOfCategories[at] ?? [] })),
      educationIds: definition.renewalEducationIds,
    },
    educationTitles: JSON.parse(row.titles) as Record<string, string>,
    lastChange: new Date(row.changed),
  }
}

const ruleOf = ({ validityMonths, validToRule, renewal }: LicenseInput): LicenseRule => {
  const { educationIds: _, categories, ...rest } = renewal
  return {
    ...rest,
    validityMonths,
    validToRule,
    categories: categories.map(({ name, minimum, cap }) => ({ name, minimum, cap })),
  }
}

const toReferences = (group: Omit<RequirementGroup, 'need'>, number: number): LicenseReference[] => [
  ...group.educationIds.map(
    (id): LicenseReference => ({ purpose: 'first', groupNumber: number, kind: 0, referenceId: id }),
  ),
  ...group.licenseIds.map(
    (id): LicenseReference => ({ purpose: 'first', groupNumber: number, kind: 1, referenceId: id }),
  ),
  ...group.otherRequirementIds.map(
    (id): LicenseReference => ({ purpose: 'first', groupNumber: number, kind: 2, referenceId: id }),
  ),
]

const requirementsOf = ({ requiredEducationIds, requiredLicenseIds, otherRequirementIds }: LicenseInput) => ({
  educationIds: requiredEducationIds,
  licenseIds: requiredLicenseIds,
  otherRequirementIds,
})

const referencesOf = (input: LicenseInput): LicenseReference[] => [
  ...toReferences(requirementsOf(input), 0),
  ...input.groups.flatMap((group, at) => toReferences(group, at + 1)),
  ...input.renewal.educationIds.map(
    (id): LicenseReference => ({ purpose: 'repeat', groupNumber: 0, kind: 0, referenceId: id }),
  ),
  ...input.renewal.categories.flatMap(({ educationIds }, at) =>
    educationIds.map((id): LicenseReference => ({ purpose: 'credit', groupNumber: at, kind: 0, referenceId: id })),
  ),
]

const fieldOf = { 0: 'requiredEducationIds', 1: 'requiredLicenseIds', 2: 'otherRequirementIds' } as const

async function mustReferToExisting(ctx: Visitor, input: LicenseInput): Promise<void> {
  const unknown = await listUnknownReferences(ctx.db, referencesOf(input))
  if (unknown.length === 0) return
  const text = translator(ctx.language, 'refusals')('invalid.unknown_reference')
  throw new Refused('invalid_input', { fields: Object.fromEntries(unknown.map((kind) => [fieldOf[kind], text])) })
}

function mustBeValid(ctx: Visitor, input: LicenseInput): void {
  const { minAge, groups, renewal } = input
  const field = refuseDefinition({
    minAge,
    groups,
    rule: ruleOf(input),
    renewalEducationIds: renewal.educationIds,
    ...requirementsOf(input),
  })
  const refersToItself =
    input.id && referencesOf(input).some(({ kind, referenceId }) => kind === 1 && referenceId === input.id)
  const invalidField = field ?? (refersToItself ? 'requiredLicenseIds' : null)
  if (!invalidField) return
  const text = translator(ctx.language, 'refusals')(`invalid.license.${invalidField}`)
  throw new Refused('invalid_input', { fields: { [invalidField]: text } })
}

const rowOf = (input: LicenseInput) => ({
  name: input.name,
  code: input.code || null,
  active: input.active,
  autoIssue: input.autoIssue,
  educationCategoryId: input.educationCategoryId,
  minAge: input.minAge,
  position: input.order,
  description: input.description ? sanitizeHtml(input.description) : null,
  requirementGroups: input.groups.map(({ need }) => need),
  rule: ruleOf(input),
})

/**
 * Returns the definition of a licence, also of an inactive one. Access is not checked here.
 *
 * @throws Refused('not_found') when it does not exist.
 */
export async function getLicense(ctx: Visitor, id: number): Promise<License> {
  const row = await findDefinition(ctx.db, id)
  if (!row) throw new Refused('not_found')
  return toLicense(row)
}

/** Commits the statements; a unique index refuses a code that is taken, and the form shows the error at its field. */
async function commit<const S extends readonly Statement[]>(ctx: Ctx, statements: S) {
  try {
    return await ctx.db.commit(statements)
  } catch (error) {
    const code = error instanceof ConstraintError ? toRefusalCode(error.text) : null
    if (code !== 'license_code_taken') throw error
    throw new Refused(code, { fields: { code: translator(ctx.language, 'refusals')(code) } })
  }
}

const auditType = { type: 'license', of: licenseSnapshot } as const

/**
 * Creates a licence with its requirements and an audit entry, and returns it. The HTML of its description is sanitised.
 * Issues it to nobody. The commit fails as `license_circle` when licences would require each other. Access is not
 * checked here.
 *
 * @throws Refused('invalid_input') at a field that is invalid or refers to nothing.
 * @throws Refused('license_code_taken') when another licence has the code.
 * @throws Refused('not_found') when the licence disappeared after the commit.
 */
export async function createLicense(ctx: Ctx, input: LicenseInput): Promise<License> {
  mustBeValid(ctx, input)
  await mustReferToExisting(ctx, input)
  const [[inserted]] = await commit(ctx, [
    insertLicense(ctx.db, rowOf(input), ctx.now),
    ...replaceReferences(ctx.db, newestLicenseId, referencesOf(input)),
    auditCreation(ctx, { ...auditType, action: 'license.created' }),
  ] as const)
  if (!inserted) throw new Error('the licence was not inserted')
  return getLicense(ctx, inserted.id)
}

/**
 * Changes a licence with an audit entry, moves activities to the new indexes of their categories, and returns the
 * licence. The HTML of its description is sanitised. Cycles that are issued keep their dates. The commit fails as
 * `license_circle` when licences would require each other. Access is not checked here.
 *
 * @throws Refused('not_found') when there is no such licence.
 * @throws Refused('invalid_input') at a field that is invalid or refers to nothing.
 * @throws Refused('license_category_used') when a removed category has activities.
 * @throws Refused('license_code_taken') when another licence has the code.
 * @throws Refused('changed_meanwhile') when the licence has another version than `lastChange`.
 */
export async function changeLicense(ctx: Ctx, input: LicenseInput & { id: number }): Promise<License> {
  mustBeValid(ctx, input)
  await mustReferToExisting(ctx, input)
  const before = await getLicense(ctx, input.id)
  const names = ({ renewal }: Pick<License, 'renewal'>) => renewal.categories.map(({ name }) => name)
  const places = mapCategoryIndexes(names(before), names(input))
  if (await hasActivitiesInRemovedCategories(ctx.db, input.id, places)) throw new Refused('license_category_used')
  const target = { type: 'license', id: input.id } as const
  const audit = auditEdit(ctx, { action: 'license.changed', target, of: licenseSnapshot(input.id) })
  await commit(ctx, [
    audit.before,
    updateLicense(ctx.db, { id: input.id, row: rowOf(input), expectedVersion: input.lastChange, now: ctx.now }),
    ...replaceReferences(ctx.db, input.id, referencesOf(input)),
    moveActivities(ctx.db, input.id, places),
    ...audit.after,
  ])
  return getLicense(ctx, input.id)
}

/**
 * Deletes the definition of a licence with its requirements, goals, outside activities and reported activities, with
 * an audit entry. The commit fails as `license_held` when it has ever been issued, and as `license_required` when
 * another licence requires it. Access is not checked here.
 *
 * @throws Refused('not_found') when there is no such licence.
 */
export async function deleteLicense(ctx: Ctx, id: number): Promise<undefined> {
  await getLicense(ctx, id)
  await ctx.db.commit([
    auditRemoval(ctx, { ...auditType, action: 'license.deleted' }, id),
    ...removeLicense(ctx.db, id),
  ])
}

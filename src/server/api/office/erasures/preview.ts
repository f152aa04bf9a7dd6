import { type SQL, sql } from 'drizzle-orm'
import { driverExamsView } from '#api/catalogue/exams/views.ts'
import { occasionsView } from '#api/catalogue/occasions/views.ts'
import type { Visitor } from '#api/context.ts'
import { invoicedResults } from '#api/money/invoices/views.ts'
import { isHeldAt, paymentsView } from '#api/money/payments/views.ts'
import { countRowsOfTables } from '#api/office/data-retention/count-rows.ts'
import { dataMap } from '#api/office/data-retention/data-map.ts'
import { listFileKeys } from '#api/office/data-retention/erase-person.ts'
import type { TableRule } from '#api/office/data-retention/rules.ts'
import { bindToSubject, type Subject } from '#api/office/data-retention/subject.ts'
import { rolesOfPeople } from '#api/people/roles/views.ts'
import { peopleView } from '#api/people/users/views.ts'
import { toPortalDay } from '#api/zone.ts'
import type { ErasurePreview, ErasureSummary } from './contract.ts'
import { type Concern, concerns, findBlockingRefusal } from './rules.ts'

type ErasureEffect = 'deleted' | 'deidentified' | 'kept'

function toEffect({ columns, kept: period }: TableRule): ErasureEffect {
  if (period === 'accounting' && !columns.delete) return 'kept'
  return columns.delete || (columns.special && !columns.plain) ? 'deleted' : 'deidentified'
}

/**
 * Counts a person's rows in each table by the effect that an erasure would have: deleted, de-identified or kept, then
 * with the legal ground. Changes nothing. Tables without a row of the person are left out; `files` counts files of
 * courses and submissions.
 */
export async function summarizeErasure(ctx: Visitor, subject: Subject): Promise<ErasureSummary> {
  const tables = [...dataMap].flatMap(([table, rule]) => {
    const condition = rule.erases ?? rule.about
    return condition ? [{ table, rule, where: bindToSubject(subject, condition, ctx.now) }] : []
  })
  const counts = await countRowsOfTables(ctx.db, tables)
  const affected = tables.flatMap(({ table, rule: { ground, ...rule } }, at) => {
    const count = counts[at] ?? 0
    return count > 0 ? [{ table, count, ground, effect: toEffect({ ground, ...rule }) }] : []
  })
  const countsOf = (effect: ErasureEffect) =>
    affected.filter((one) => one.effect === effect).map(({ table, count }) => ({ table, count }))
  return {
    deleted: countsOf('deleted'),
    deidentified: countsOf('deidentified'),
    kept: affected
      .filter(({ effect }) => effect === 'kept')
      .map(({ table, count, ground }) => ({ table, count, ground })),
    files: (await listFileKeys(ctx, subject)).length,
  }
}

/** Returns the table and condition of the rows that raise each concern. */
function concernConditions(id: number, now: Date): Record<Concern, { table: string; where: SQL }> {
  const [moment, today] = [now.toISOString(), toPortalDay(now)]
  return {
    // The erasure finds mentions by the person's name, which is stored elsewhere while the identity is protected.
    protectedIdentity: { table: 'users', where: sql`id = ${id} and protected_at is not null` },
    lastSuperadministrator: {
      table: 'user_roles',
      where: sql`user_id = ${id} and role = 'SuperAdministrator' and not exists (
        select 1 from ${rolesOfPeople} colleague_role join ${peopleView} colleague on colleague.id = colleague_role.user_id
        where colleague_role.role = 'SuperAdministrator' and colleague.id <> ${id} and colleague.inactive_at is null)`,
    },
    paymentUnderWay: { table: 'payment_holds', where: sql`user_id = ${id} and ${isHeldAt(moment)}` },
    upcoming: {
      table: 'education_part_results',
      where: sql`user_id = ${id} and canceled = 0 and completed = 0 and (
        occasion_id in (select coming.id from ${occasionsView} coming where coming.starts_at > ${moment})
        or practical_driver_exam_id in (select coming_exam.id from ${driverExamsView} coming_exam where coming_exam.starts_at > ${moment}))`,
    },
    unpaid: {
      table: 'education_part_results',
      where: sql`user_id = ${id} and payment_id is null and invoice_recipient_id is not null and fee_at_sign_up_minor > 0
        and (canceled = 0 or canceled_due = 1)
        and not exists (select 1 from ${invoicedResults} billed where billed.result_id = education_part_results.id)`,
    },
    refundDue: {
      table: 'payment_refunds',
      where: sql`state <> 2 and payment_id in (select refunded.id from ${paymentsView} refunded where refunded.user_id = ${id})`,
    },
    license: {
      table: 'user_licenses',
      where: sql`user_id = ${id} and revoked_on is null and succeeded_on is null and (valid_to_on is null or valid_to_on >= ${today})`,
    },
    role: { table: 'user_roles', where: sql`user_id = ${id}` },
    ward: { table: 'guardian_links', where: sql`adult_user_id = ${id} and confirmed_at is not null` },
  }
}

/**
 * Lists the concerns about erasing a person in a fixed order, with the number of rows that raise each; those without
 * rows are left out. A concern is an unpaid fee, a role or a coming occasion, for example.
 */
export async function listConcerns(ctx: Visitor, id: number): Promise<ErasurePreview['concerns']> {
  const conditions = concernConditions(id, ctx.now)
  const counts = await countRowsOfTables(
    ctx.db,
    concerns.map((kind) => conditions[kind]),
  )
  return concerns.flatMap((kind, at) => (counts[at] ? [{ kind, count: counts[at] }] : []))
}

/**
 * Returns the effects that an erasure of a person would have now, and the concerns about it. `refusal` is the code of a
 * concern that prevents it; null when none does. Changes nothing; access is not checked here.
 */
export async function previewErasure(ctx: Visitor, subject: Subject): Promise<ErasurePreview> {
  const [summary, raised] = await Promise.all([summarizeErasure(ctx, subject), listConcerns(ctx, subject.id)])
  return { ...summary, concerns: raised, refusal: findBlockingRefusal(raised.map(({ kind }) => kind)) }
}

import type { Ctx } from '#api/context.ts'
import { downloadRecipientInvoice } from '#api/money/invoices/download.ts'
import { listInvoiceHeads, sumInvoiceHeads } from '#api/money/invoices/storage.ts'
import { getOrganization } from '#api/people/organizations/storage.ts'
import { findProtectedIds, recordProtectedReads, recordReads } from '#api/people/reach/reads/record-reads.ts'
import { serve } from '#api/serve.ts'
import { requireOrganization } from './access-storage.ts'
import { countMemberBookings, selectMemberBookings } from './bookings-storage.ts'
import { type MemberBooking, type OrganizationOffice, organizationOffice } from './contract.ts'
import { listLicensesOfMembers, listMembers } from './list-members.ts'
import { countMembers, findInvoiceEmail, listAdministrators, listAncestors, listChildren } from './storage.ts'

async function loadOffice({ db, actor }: Ctx, id: number): Promise<OrganizationOffice> {
  const [access, organization, [invoicing], above, children, [members], administrators] = await Promise.all([
    requireOrganization(db, actor, id),
    getOrganization(db, id),
    findInvoiceEmail(db, id),
    listAncestors(db, id),
    listChildren(db, actor, id),
    countMembers(db, actor, id),
    listAdministrators(db, actor, id),
  ])
  return {
    ...organization,
    invoiceEmail: invoicing?.invoiceEmail ?? null,
    above,
    children,
    memberCount: members?.count ?? 0,
    administrators,
    hasLicenses: access.hasLicenses,
  }
}

type BookingRow = Awaited<ReturnType<typeof selectMemberBookings>>[number]

const toBooking = (row: BookingRow): MemberBooking => ({
  resultId: row.resultId,
  userId: row.userId,
  userName: `${row.firstName} ${row.lastName}`,
  occasionId: row.occasionId,
  examId: row.examId,
  educationId: row.educationId,
  educationTitle: row.educationTitle,
  educationPartId: row.educationPartId,
  title: row.title,
  startDate: new Date(row.startsAt),
  endDate: new Date(row.endsAt),
  city: row.city,
  pending: row.isPending === 1,
  invoicedFee: row.feeMinor === null ? null : row.feeMinor / 100,
})

async function listBookings(ctx: Ctx, organizationId: number, window: { page: number; pageSize: number }) {
  const { db, actor, now } = ctx
  const filter = { organizationId, now, ...window }
  const [, rows, [counted]] = await Promise.all([
    requireOrganization(db, actor, organizationId),
    selectMemberBookings(db, actor, filter),
    countMemberBookings(db, actor, filter),
  ])
  const people = rows.map(({ userId, birthOn, protectedAt }) => ({ id: userId, birthOn, protectedAt }))
  await recordReads(ctx, people)
  await recordProtectedReads(ctx, findProtectedIds(people))
  return { items: rows.map(toBooking), total: counted?.total ?? 0, ...window }
}

async function listInvoices({ db, actor }: Ctx, organizationId: number, window: { page: number; pageSize: number }) {
  const ofRecipient = { invoiceRecipientId: organizationId }
  const [, heads, { count, total, undoneCount }] = await Promise.all([
    requireOrganization(db, actor, organizationId),
    listInvoiceHeads(db, { ...ofRecipient, ...window }),
    sumInvoiceHeads(db, ofRecipient),
  ])
  const items = heads.map(({ id, number, title, createdDate, undoneDate, rowCount, total: sum }) => ({
    id,
    number,
    title,
    created: createdDate,
    undone: undoneDate,
    rowCount,
    total: sum,
  }))
  return { items, total: count, amount: total, undoneCount, ...window }
}

async function downloadInvoice(ctx: Ctx, organizationId: number, invoiceId: number): Promise<Response> {
  await requireOrganization(ctx.db, ctx.actor, organizationId)
  return downloadRecipientInvoice(ctx, invoiceId, organizationId)
}

export const routes = serve(organizationOffice, {
  'GET /Organization/:id/office': ({ params }, ctx) => loadOffice(ctx, params.id),
  'GET /Organization/:id/members': ({ params, query }, ctx) => listMembers(ctx, params.id, query),
  'GET /Organization/:id/licenses': ({ params, query }, ctx) => listLicensesOfMembers(ctx, params.id, query),
  'GET /Organization/:id/bookings': ({ params, query }, ctx) => listBookings(ctx, params.id, query),
  'GET /Organization/:id/invoices': ({ params, query }, ctx) => listInvoices(ctx, params.id, query),
  'GET /Organization/:id/invoices/:invoiceId/file': ({ params }, ctx) =>
    downloadInvoice(ctx, params.id, params.invoiceId),
})

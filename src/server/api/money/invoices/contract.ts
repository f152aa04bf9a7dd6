import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { Address } from '#api/people/organizations/contract.ts'
import {
  id,
  instant,
  kronor,
  line,
  noContent,
  pageSchema,
  queryDay,
  queryFlag,
  queryId,
  queryList,
  queryOrder,
  queryPage,
  queryPageSize,
} from '#api/wire.ts'
import { maxInvoiceRows, recipientOrders } from './rules.ts'

/** Kronor without the upper bound of a single fee. */
export const sum = z.number().min(0).multipleOf(0.01)

/** Kronor that are negative in a credit invoice. */
export const signedSum = z.number().multipleOf(0.01)

/** An invoice by its number, as others refer to it. */
const InvoiceNumber = z.object({ id, number: z.int() })

/** A sign-up that is invoiced to an organisation. */
export const InvoiceItem = z.object({
  resultId: id,
  userId: id,
  userName: z.string(),
  invoiceRecipientId: id,
  recipientName: z.string(),
  educationId: id.nullable(),
  educationTitle: z.string(),
  educationPartId: id,
  partTitle: z.string(),
  occasionId: id.nullable(),
  /** Date of the occasion or the exam. */
  occasionDate: instant.nullable(),
  signUpDate: instant,
  completedDate: instant.nullable(),
  completed: z.boolean(),
  /** When it was cancelled too late to be free, or when a failed exam was closed. */
  canceledDate: instant.nullable(),
  attended: z.boolean(),
  /** Fee accepted at sign-up, VAT included. */
  amount: kronor,
  vatRate: z.int(),
})
export type InvoiceItem = z.infer<typeof InvoiceItem>

/** An organisation with the number and sum of its due items. */
export const InvoiceRecipient = z.object({
  id,
  name: z.string(),
  orgNr: z.string().nullable(),
  /** E-mail address of the invoice. Without it and a postal address, the recipient is checked before sending. */
  email: z.string().nullable(),
  hasAddress: z.boolean(),
  itemCount: z.int(),
  /** Number of cancelled items among them. */
  canceledCount: z.int(),
  amount: sum,
})
export type InvoiceRecipient = z.infer<typeof InvoiceRecipient>

const InvoiceStatus = z.union([z.literal(0), z.literal(1)])

export const InvoiceHead = z.object({
  id,
  number: z.int(),
  title: z.string(),
  invoiceRecipientId: id,
  recipientName: z.string(),
  recipientOrgNr: z.string().nullable(),
  recipientEmail: z.string().nullable(),
  recipientAddress: Address.nullable(),
  reference: z.string().nullable(),
  startDate: instant,
  endDate: instant,
  createdByUserId: id,
  createdByName: z.string().nullable(),
  createdDate: instant,
  undoneDate: instant.nullable(),
  rowCount: z.int(),
  /** Number of rows that were cancelled later and are no longer due: they are to be credited to the recipient. */
  creditCount: z.int(),
  /** The invoice that this one credits. */
  creditOf: InvoiceNumber.nullable(),
  creditReason: z.string().nullable(),
  /** The credit invoices of this one, by number. */
  credits: z.array(InvoiceNumber),
  /** Number of rows that can be credited: those on no credit invoice; 0 for an undone or a credit invoice. */
  creditableCount: z.int(),
  total: signedSum,
  vatTotal: signedSum,
  currency: z.string(),
  fileName: z.string(),
  status: InvoiceStatus,
})
export type InvoiceHead = z.infer<typeof InvoiceHead>

export const InvoiceRow = z.object({
  id,
  invoiceHeadId: id,
  resultId: id,
  userId: id,
  userName: z.string(),
  text: z.string(),
  quantity: z.int(),
  unitPrice: signedSum,
  /** The fee before it was adjusted. */
  fee: kronor,
  vatRate: z.int(),
  vat: signedSum,
  amount: signedSum,
  educationTitle: z.string(),
  partTitle: z.string().nullable(),
  occasionDate: instant.nullable(),
  signUpDate: instant,
  completedDate: instant.nullable(),
  canceledDate: instant.nullable(),
  attended: z.boolean(),
  /** When it was cancelled after the invoice and no longer due. */
  creditDate: instant.nullable(),
  /** The row that this one takes back, in a credit invoice. */
  creditedRowId: id.nullable(),
  /** Number of the credit invoice that has taken this row back. */
  creditNumber: z.int().nullable(),
})
export type InvoiceRow = z.infer<typeof InvoiceRow>

/** Whole days in the portal's time zone; the last day is included. */
const period = { startDate: queryDay.optional(), endDate: queryDay.optional() }

/** Words to search by. */
export const search = z.string().trim().max(100)

export const DuePeriod = z.object({
  ...period,
  /** Filters by the day of completion instead of the day of sign-up. */
  filteringOnOnlyCompleted: queryFlag.default(false),
  /** Includes results that were cancelled too late to be free, and failed exams. */
  withCanceled: queryFlag.default(false),
  /** Words of the club's name, its number, or words of the occasion and the education. */
  search: search.optional(),
})
export type DuePeriod = z.infer<typeof DuePeriod>

export const InvoicePeriod = z.object({
  ...period,
  /** Words of the club's name, its number or the number of the invoice. */
  search: search.optional(),
  /** Only the invoices to this organisation. */
  invoiceRecipientId: queryId.optional(),
})
export type InvoicePeriod = z.infer<typeof InvoicePeriod>

/** Text that all invoices of one export have in common, and their period. */
export const invoiceHeading = {
  title: line.min(1).max(200),
  reference: line.max(100).nullish(),
  startDate: queryDay,
  endDate: queryDay,
}

/** Refusal of a period that ends before it begins. */
export const wrongOrder = { path: ['endDate'], params: { reason: 'end_before_start' } }

export const CreateInvoices = z
  .object({
    ...invoiceHeading,
    /** The items with the amount that each row gets. */
    items: z
      .array(z.object({ resultId: id, invoiceRecipientId: id, amount: kronor }))
      .min(1)
      .max(maxInvoiceRows),
  })
  .refine(({ startDate, endDate }) => startDate <= endDate, wrongOrder)
export type CreateInvoices = z.infer<typeof CreateInvoices>

const who = 'superadministrators'

export const invoices = contract({
  'GET /Invoices/ItemsForInvoicing': {
    who,
    query: DuePeriod.extend({
      invoiceRecipientIds: queryList(queryId).pipe(z.array(id).max(200)),
      page: queryPage,
      pageSize: queryPageSize.default(200),
    }),
    reply: z.array(InvoiceItem),
    summary: 'Lists sign-ups with a fee that an organisation pays and that are on no invoice, by recipient and day.',
  },
  'GET /Invoices/Recipients': {
    who,
    query: DuePeriod.extend({ ...queryOrder(recipientOrders), page: queryPage, pageSize: queryPageSize.default(25) }),
    reply: pageSchema(InvoiceRecipient).extend({ itemCount: z.int(), amount: sum }),
    summary: 'Lists the recipients of those items, by name by default, with count and sum for each and in total.',
  },
  'POST /Invoices/CreateInvoiceItems': {
    who,
    body: CreateInvoices,
    reply: z.array(InvoiceHead),
    repeatable: true,
    summary: 'Creates one invoice for each recipient of the items, all or none.',
  },
  'GET /Invoices/ExportedInvoices': {
    who,
    query: InvoicePeriod.extend({
      /** Only the invoices of this batch. */
      batchId: z.string().min(1).max(60).optional(),
      page: queryPage,
      pageSize: queryPageSize.default(200),
    }),
    reply: z.array(InvoiceHead),
    summary: 'Lists the invoices created in the period, newest first, including undone ones.',
  },
  'GET /Invoices/Totals': {
    who,
    query: InvoicePeriod,
    reply: z.object({ count: z.int(), total: signedSum, vatTotal: signedSum, undoneCount: z.int() }),
    summary: 'Counts the invoices created in the period, and sums those that are not undone.',
  },
  'GET /Invoices/:id': {
    who,
    reply: InvoiceHead.extend({ rows: z.array(InvoiceRow) }),
    summary: 'Returns an invoice with its rows.',
  },
  'DELETE /Invoices/:id': {
    who,
    reply: noContent,
    summary: 'Undoes an invoice; its rows can be invoiced again.',
  },
  'GET /Invoices/Download': {
    who,
    query: z.object({
      invoiceHead: queryList(queryId).pipe(z.array(id).min(1).max(200)),
      fileName: z.string().regex(/^[\w.-]{1,150}\.(?:xlsx|si|xml|zip)$/),
    }),
    cache: 'never',
    summary: 'Downloads invoices: Excel for .xlsx, SIE 4 for .si, Peppol for .xml, and for .zip when they are several.',
  },
})

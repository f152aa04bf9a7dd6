import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { instant, pageSchema, queryOrder, queryPage, queryPageSize } from '#api/wire.ts'
import { InvoicePeriod, invoiceHeading, search, signedSum, sum, wrongOrder } from '../contract.ts'
import { batchFileKinds, batchOrders, maxInvoiceRows } from '../rules.ts'

const BatchId = z.string().min(1).max(60)

/** A file of a batch that was fetched. */
const BatchDownload = z.object({ kind: z.enum(batchFileKinds), date: instant, byName: z.string().nullable() })

/** The invoices of one export. Counts and sums leave out invoices that are undone. */
export const InvoiceBatch = z.object({
  id: BatchId,
  title: z.string(),
  reference: z.string().nullable(),
  startDate: instant,
  endDate: instant,
  createdDate: instant,
  createdByName: z.string().nullable(),
  firstNumber: z.int(),
  lastNumber: z.int(),
  invoiceCount: z.int(),
  undoneCount: z.int(),
  rowCount: z.int(),
  /** Number of rows that are to be credited, as in `InvoiceHead`. */
  creditCount: z.int(),
  /** Number of the invoice that the batch credits; null for a batch of invoices. */
  creditOfNumber: z.int().nullable(),
  total: signedSum,
  vatTotal: signedSum,
  /** When it was marked as entered in the accounts. */
  bookedDate: instant.nullable(),
  bookedByName: z.string().nullable(),
  /** Oldest first. */
  downloads: z.array(BatchDownload),
})
export type InvoiceBatch = z.infer<typeof InvoiceBatch>

export const CreateInvoiceBatch = z
  .object({
    ...invoiceHeading,
    /** The rows, as the query of `GET /Invoices/Recipients` selects them. */
    filteringOnOnlyCompleted: z.boolean(),
    withCanceled: z.boolean(),
    search: search.default(''),
    /** Number and sum of the rows that the caller saw. Nothing is created when they differ. */
    expected: z.object({ itemCount: z.int().min(1).max(maxInvoiceRows), amount: sum }),
  })
  .refine(({ startDate, endDate }) => startDate <= endDate, wrongOrder)
export type CreateInvoiceBatch = z.infer<typeof CreateInvoiceBatch>

/** Filter, order and page of the batches. */
const BatchQuery = InvoicePeriod.extend({
  ...queryOrder(batchOrders),
  page: queryPage,
  pageSize: queryPageSize.default(25),
})
export type BatchQuery = z.infer<typeof BatchQuery>

const who = 'superadministrators'

export const invoiceBatches = contract({
  'POST /Invoices/Batches': {
    who,
    body: CreateInvoiceBatch,
    reply: InvoiceBatch,
    repeatable: true,
    summary: 'Creates invoices of all rows that a filter selects, one for each recipient, all or none.',
  },
  'GET /Invoices/Batches': {
    who,
    query: BatchQuery,
    reply: pageSchema(InvoiceBatch),
    summary: 'Lists the batches created in the period, newest first by default, with who fetched their files.',
  },
  'GET /Invoices/Batches/:id': {
    who,
    params: z.object({ id: BatchId }),
    reply: InvoiceBatch,
    summary: 'Returns a batch.',
  },
  'POST /Invoices/Batches/:id/File': {
    who,
    params: z.object({ id: BatchId }),
    body: z.object({
      kind: z.enum(batchFileKinds),
      /** Number of times that the caller knows this file to have been fetched. */
      known: z.int().min(0),
    }),
    cache: 'never',
    summary: 'Returns the invoices of a batch as one file and records who fetched it. Undone invoices are left out.',
  },
  'PUT /Invoices/Batches/:id/Booked': {
    who,
    params: z.object({ id: BatchId }),
    body: z.object({ booked: z.boolean() }),
    reply: InvoiceBatch,
    summary: 'Marks a batch as entered in the accounts, or removes the mark. Repeating it changes nothing.',
  },
})

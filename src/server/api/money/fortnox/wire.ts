import { z } from 'zod'
import { FortnoxError } from './fortnox-error.ts'

/** Numbers of documents and customers are texts in some answers of Fortnox and numbers in others. */
const Key = z.union([z.string(), z.number()]).transform(String)

const optionalText = z.string().nullish()

/** An amount in kronor, as whole öre. */
const amount = z
  .union([z.string(), z.number()])
  .transform((kronor) => Math.round(Number(kronor) * 100))
  .pipe(z.int())
  .nullish()

/** How many pages a list has; absent in the answers of some collections. */
const Meta = z.object({ '@TotalPages': z.number().nullish() }).nullish()

const OneCustomer = z.object({
  CustomerNumber: Key,
  Name: optionalText,
  OrganisationNumber: optionalText,
  Active: z.boolean().nullish(),
})
export type FortnoxCustomer = z.output<typeof OneCustomer>

export const Customers = z
  .object({ Customers: z.array(OneCustomer), MetaInformation: Meta })
  .transform(({ Customers: items, MetaInformation: meta }) => ({ items, pages: meta?.['@TotalPages'] ?? null }))

export const Customer = z.object({ Customer: OneCustomer })

const ListedInvoice = z.object({
  DocumentNumber: Key,
  CustomerNumber: Key.nullish(),
  ExternalInvoiceReference1: optionalText,
  ExternalInvoiceReference2: optionalText,
  InvoiceDate: optionalText,
  Cancelled: z.boolean().nullish(),
  Total: amount,
})

export const Invoices = z
  .object({ Invoices: z.array(ListedInvoice), MetaInformation: Meta })
  .transform(({ Invoices: items, MetaInformation: meta }) => ({ items, pages: meta?.['@TotalPages'] ?? null }))

export const Invoice = z.object({
  Invoice: z.object({
    DocumentNumber: Key,
    CustomerNumber: Key.nullish(),
    CreditInvoiceReference: Key.nullish(),
    Total: amount,
    TotalVAT: amount,
  }),
})
export type FortnoxInvoice = z.output<typeof Invoice>['Invoice']

export const Company = z.object({
  CompanyInformation: z.object({ CompanyName: z.string(), OrganizationNumber: optionalText, DatabaseNumber: Key }),
})

/** Fortnox writes the names of the fields of an error with a capital or a small letter. */
const Failure = z.object({
  ErrorInformation: z
    .object({ Message: z.string(), message: z.string() })
    .partial()
    .transform(({ Message, message }) => Message ?? message),
})

const maxErrorText = 300

/**
 * Parses Fortnox' own text about a refused request from the JSON body of the answer. Cut at 300 characters; null when
 * it has none or is no JSON.
 */
export function toErrorText(text: string): string | null {
  try {
    return Failure.parse(JSON.parse(text)).ErrorInformation?.trim().slice(0, maxErrorText) || null
  } catch {
    return null
  }
}

/**
 * Checks an answer of Fortnox.
 * @throws FortnoxError 'unavailable' for one without the fields, such as that of a proxy.
 */
export function parseAnswer<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const parsed = schema.safeParse(answer)
  if (!parsed.success) throw new FortnoxError('unavailable', 'the answer lacks fields')
  return parsed.data
}

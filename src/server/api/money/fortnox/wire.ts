import { z } from 'zod'
import { FortnoxError } from './fortnox-error.ts'

/** Numbers of documents and customers are texts in some answers of Fortnox and numbers in others. */
const Key = z.union([z.string(), z.number()]).transform(String)

const optionalText = z.string().nullish()

export const Customers = z.object({
  Customers: z.array(z.object({ CustomerNumber: Key, OrganisationNumber: optionalText })),
})

export const Customer = z.object({ Customer: z.object({ CustomerNumber: Key }) })

export const Invoices = z.object({
  Invoices: z.array(
    z.object({
      DocumentNumber: Key,
      ExternalInvoiceReference1: optionalText,
      ExternalInvoiceReference2: optionalText,
    }),
  ),
})

export const Invoice = z.object({
  Invoice: z.object({ DocumentNumber: Key, CreditInvoiceReference: Key.nullish() }),
})

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

/** Returns Fortnox' own text about a refused request; null when the answer has none. */
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

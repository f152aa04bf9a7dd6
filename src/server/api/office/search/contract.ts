import { z } from 'zod'
import { contract, sharedCache } from '#api/calls.ts'
import { EducationPartType } from '#api/catalogue/education-parts/contract.ts'
import { MediaKind } from '#api/catalogue/media/contract.ts'
import { id, instant, kronor, namesById, queryFlag } from '#api/wire.ts'

/** Best matches of one kind; `more` is true when there are more. */
const groupOf = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item), more: z.boolean() })

const FoundEducation = z.object({
  id,
  title: z.string(),
  code: z.string().nullable(),
  shortDescription: z.string().nullable(),
  pictureUrl: z.string().nullable(),
  pictureColor: z.string().nullable(),
  published: z.boolean(),
  categories: z.array(z.string()),
  /** Colour of the first category that has one, `#rrggbb`; null where none has. */
  categoryColor: z.string().nullable(),
  parts: z.array(z.string()),
  /** Whether the caller may open its pages of management. */
  managed: z.boolean(),
})

/** Fields that occasions and exams share. */
const event = {
  id,
  educationId: id,
  educationPartId: id,
  title: z.string(),
  educationTitle: z.string(),
  startDate: instant,
  endDate: instant,
  city: z.string(),
  venue: z.string().nullable(),
  canceled: z.boolean(),
  /** Whether the caller may open its list of participants. */
  managed: z.boolean(),
}

export const FoundOccasion = z.object({ ...event, type: EducationPartType })
export type FoundOccasion = z.infer<typeof FoundOccasion>

const FoundExam = z.object(event)
export type FoundExam = z.infer<typeof FoundExam>

const FoundMedium = z.object({
  id,
  title: z.string(),
  description: z.string().nullable(),
  kind: MediaKind,
  url: z.string(),
})

const FoundPerson = z.object({
  id,
  name: z.string(),
  pictureUrl: z.string().nullable(),
  organizations: namesById,
})

const FoundOrganization = z.object({ id, name: z.string(), city: z.string().nullable(), active: z.boolean() })

const FoundLicense = z.object({
  id,
  name: z.string(),
  code: z.string().nullable(),
  active: z.boolean(),
  /** Whether the caller may open its page. */
  managed: z.boolean(),
})

const FoundRequirement = z.object({ id, name: z.string(), active: z.boolean() })

const FoundInvoice = z.object({
  id,
  number: z.int(),
  organizationId: id,
  recipientName: z.string(),
  total: kronor,
  created: instant,
  undone: z.boolean(),
  /** Whether the caller may open the list of all invoices; without it, the organisation's page has the invoice. */
  managed: z.boolean(),
})

const FoundReceipt = z.object({
  paymentId: z.string(),
  receiptNumber: z.int(),
  payerName: z.string(),
  amount: kronor,
  paid: instant.nullable(),
})

const FoundMail = z.object({ id, recipient: z.string(), subject: z.string(), created: instant, failed: z.boolean() })

export const SearchResults = z.object({
  educations: groupOf(FoundEducation),
  /** Coming ones first; past and cancelled ones only for callers who manage them. */
  occasions: groupOf(FoundOccasion),
  /** As the occasions. */
  exams: groupOf(FoundExam),
  media: groupOf(FoundMedium),
  licenses: groupOf(FoundLicense),
  /** Null for callers who may not search for people. */
  people: groupOf(FoundPerson).nullable(),
  /** In the branches that the caller administers; null for callers who administer none. */
  organizations: groupOf(FoundOrganization).nullable(),
  /** The invoice with exactly that number to one of these organisations; null for callers who administer none. */
  invoices: groupOf(FoundInvoice).nullable(),
  /** Null for all but superadministrators, like the fields below. */
  requirements: groupOf(FoundRequirement).nullable(),
  /** The payment with exactly that receipt number. */
  receipts: groupOf(FoundReceipt).nullable(),
  mails: groupOf(FoundMail).nullable(),
  /** Whether the results are approximate matches, because nothing but mails matched the text exactly. */
  near: z.boolean(),
})
export type SearchResults = z.infer<typeof SearchResults>

/** Search text with at least two letters or digits. */
export const SearchText = z
  .string()
  .trim()
  .max(200)
  .refine((text) => (text.match(/[\p{L}\p{N}]/gu) ?? []).length >= 2)

export const search = contract({
  'GET /search': {
    who: 'signedIn',
    query: z.object({
      q: SearchText,
      /** Highest number of results of each kind. */
      limit: z.string().transform(Number).pipe(z.int().min(1).max(25)).default(10),
      /** Of people, only educators and administrators, who may be responsible for what is taught. */
      onlyEducators: queryFlag.default(false),
    }),
    reply: SearchResults,
    cache: sharedCache(30, 'members', 'educations', 'occasions', 'exams', 'licenses', 'media', 'categories'),
    summary:
      'Searches educations, occasions, exams, licences and media and, for roles, people, clubs, numbers and mails in their scope. Tolerates misspellings; best match first.',
  },
})

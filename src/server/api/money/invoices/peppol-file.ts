import { configure } from '@zip.js/zip.js/lib/zip-core-custom.js'
import { ZipWriter } from '@zip.js/zip.js/lib/zip-core-writer.js'
import type { Ctx } from '#api/context.ts'
import { addDays } from '#api/days.ts'
import { findMainOrganization } from '#api/people/organizations/storage.ts'
import { Refused } from '#api/refusals.ts'
import { toPortalDay } from '#api/zone.ts'
import { translator } from '#locales/translate.ts'
import { formatPeppol, type PeppolInvoice, type PeppolTexts } from './peppol.ts'
import { findMissing, type MissingField } from './peppol-missing.ts'
import { readPaymentDays } from './rules.ts'
import { type InvoiceWithRows, toFileStem } from './storage.ts'

configure({ useWebWorkers: false })

/** Highest number of missing fields that a refusal names. */
const maxNamed = 10

async function loadSeller({ db, env }: Ctx) {
  const main = await findMainOrganization(db)
  return {
    name: main?.name ?? '',
    orgNr: main?.orgNr ?? null,
    vatNumber: env.INVOICE_VAT_NUMBER?.replace(/\s/g, '') || null,
    bankgiro: env.INVOICE_BANKGIRO || null,
    iban: env.INVOICE_IBAN || null,
    email: main?.email ?? null,
    address: main?.address ?? null,
  }
}

const toRow = (row: InvoiceWithRows['rows'][number]) => ({
  name: [...new Set([row.educationTitle, row.partTitle])].filter(Boolean).join(', '),
  description: [row.userName, row.occasionAt && toPortalDay(row.occasionAt)].filter(Boolean).join(', '),
  amountMinor: row.amountMinor,
  vatMinor: row.vatMinor,
  vatRate: row.vatRate,
})

function toPeppolInvoice({ head, rows, creditedNumber, creditedAt }: InvoiceWithRows, days: number): PeppolInvoice {
  const issuedOn = toPortalDay(head.createdAt)
  const isCredit = creditedNumber !== null && creditedAt !== null
  return {
    number: head.number,
    title: head.title,
    reference: head.reference,
    issuedOn,
    dueOn: addDays(issuedOn, days),
    periodStart: toPortalDay(head.startsAt),
    periodEnd: toPortalDay(head.endsAt),
    credits: isCredit
      ? { number: creditedNumber, issuedOn: toPortalDay(new Date(creditedAt)), reason: head.creditReason ?? '' }
      : null,
    rows: rows.map(toRow),
  }
}

const toBuyer = ({ head }: InvoiceWithRows) => ({
  name: head.recipientName,
  orgNr: head.recipientOrgNr,
  address: head.recipientAddress,
})

/** Returns the refusal that names each missing field, the first ten of many. */
function toRefusal(ctx: Ctx, missing: readonly MissingField[]): Refused {
  const t = translator(ctx.language, 'invoices')
  const named = missing.slice(0, maxNamed).map(({ field, name }) => t(`peppol.missing.${field}`, { name }))
  const rest = missing.length - named.length
  const texts = rest > 0 ? [...named, t('peppol.missing.more', { count: rest })] : named
  return new Refused('peppol_incomplete', { details: { missing: texts.join(' ') } })
}

async function toArchive(documents: readonly { name: string; text: string }[]): Promise<Blob> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const archive = new Response(readable).blob()
  const zip = new ZipWriter(writable, { level: 0, useUnicodeFileNames: true })
  for (const { name, text } of documents) await zip.add(name, new Blob([text]).stream())
  await zip.close()
  return archive
}

/**
 * Returns invoices as Peppol BIS Billing 3.0: an XML document in Swedish, or a zip archive with one for each when
 * `isArchive`. Records nothing; undone invoices are not refused here.
 *
 * @throws Refused('peppol_incomplete') when fields of the seller, a buyer or the configured days of payment are
 * missing or invalid. Its text names the first ten and counts the rest.
 */
export async function createPeppolFile(
  ctx: Ctx,
  invoices: readonly InvoiceWithRows[],
  isArchive: boolean,
): Promise<Blob> {
  const seller = await loadSeller(ctx)
  const days = readPaymentDays(ctx.env.INVOICE_PAYMENT_DAYS)
  const missing = findMissing(
    seller,
    invoices.map((invoice) => ({ buyer: toBuyer(invoice), rows: invoice.rows })),
  )
  if (days === null) missing.push({ field: 'paymentDaysInvalid', name: seller.name })
  if (days === null || missing.length > 0) throw toRefusal(ctx, missing)
  // A Swedish document whatever the office's language.
  const t = translator('sv', 'invoices')
  const texts: PeppolTexts = { exempt: t('peppol.exempt'), outOfScope: t('peppol.outOfScope') }
  const documents = invoices.map((invoice) => {
    const buyer = { ...toBuyer(invoice), orgNr: invoice.head.recipientOrgNr ?? '' }
    const text = formatPeppol({ ...seller, orgNr: seller.orgNr ?? '' }, buyer, toPeppolInvoice(invoice, days), texts)
    return { name: `${toFileStem(invoice.head)}.xml`, text }
  })
  return isArchive ? toArchive(documents) : new Blob(documents.map(({ text }) => text))
}

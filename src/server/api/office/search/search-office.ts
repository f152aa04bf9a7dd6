import { type Actor, callerGroups, isSuperadministrator } from '#api/actor.ts'
import type { Ctx, Visitor } from '#api/context.ts'
import { listOrganizations } from '#api/people/organizations/storage.ts'
import { recordProtectedReadsById } from '#api/people/reach/reads/record-reads.ts'
import { getAdministeredRoots } from '#api/people/users/access.ts'
import { splitWords } from '#api/text-matching.ts'
import type { SearchResults } from './contract.ts'
import { selectBestHits } from './hits.ts'
import { selectInvoices, selectLicenses, selectMails, selectReceipts, selectRequirements } from './office-storage.ts'
import type { ExactValues } from './rules.ts'
import { toGroup } from './to-group.ts'

interface OfficeQuery {
  text: string
  /** The words of the text, without diacritics. */
  words: readonly string[]
  exact: ExactValues
  limit: number
}

/** The results that only the office has, and licences. They match exactly, without regard to accents. */
export type OfficeResults = Pick<
  SearchResults,
  'licenses' | 'organizations' | 'requirements' | 'invoices' | 'receipts' | 'mails'
>

/** Whether each of the words begins a word of the names, or stands inside one when it has three letters. */
function matchesNames(words: readonly string[], names: readonly (string | null)[]): boolean {
  const nameWords = splitWords(names.map((name) => name ?? '').join(' '))
  return words.every((word) =>
    nameWords.some((one) => one.startsWith(word) || (word.length >= 3 && one.includes(word))),
  )
}

async function searchOrganizations(ctx: Visitor, actor: Actor, { text, limit }: OfficeQuery) {
  if (!callerGroups.usersOffice(actor)) return null
  const roots = getAdministeredRoots(actor)
  const rows = roots?.length === 0 ? [] : await listOrganizations(ctx.db, { ids: [], within: roots ?? [], text })
  return toGroup(rows, limit, ({ id, name, address, active }) => ({ id, name, city: address?.city ?? null, active }))
}

async function searchLicenses(ctx: Visitor, isManager: boolean, { words, limit }: OfficeQuery) {
  const rows = await selectLicenses(ctx.db)
  const found = rows.filter(({ active, name, code }) => (active || isManager) && matchesNames(words, [name, code]))
  return toGroup(found, limit, (row) => ({ ...row, managed: isManager }))
}

async function searchRequirements(ctx: Visitor, { words, limit }: OfficeQuery) {
  const rows = await selectRequirements(ctx.db)
  const found = rows.filter(({ name }) => matchesNames(words, [name]))
  return toGroup(found, limit, (row) => row)
}

async function searchInvoices({ db }: Visitor, actor: Actor, { exact, limit }: OfficeQuery) {
  if (!callerGroups.usersOffice(actor)) return null
  const roots = getAdministeredRoots(actor)
  const rows = exact.number === null ? [] : await selectInvoices(db, exact.number, roots)
  const managed = isSuperadministrator(actor)
  return toGroup(rows, limit, ({ totalMinor, createdAt, undoneAt, ...row }) => ({
    ...row,
    managed,
    total: totalMinor / 100,
    created: createdAt,
    undone: undoneAt !== null,
  }))
}

async function searchReceipts({ db }: Visitor, { exact, limit }: OfficeQuery) {
  const rows = exact.number === null ? [] : await selectReceipts(db, exact.number)
  return toGroup(rows, limit, ({ amountMinor, paidAt, payerName, ...row }) => ({
    ...row,
    payerName: payerName ?? '',
    amount: amountMinor / 100,
    paid: paidAt,
  }))
}

/** Finds mails, and records that the caller has read those to people with a protected identity. */
async function searchMails(ctx: Ctx, { words, limit }: OfficeQuery) {
  const rows = await selectMails(
    ctx.db,
    (shown) => selectBestHits('outbox_mails', words, shown, { newestFirst: true }),
    limit,
  )
  await recordProtectedReadsById(
    ctx,
    rows.slice(0, limit).flatMap(({ userId }) => userId ?? []),
  )
  return toGroup(rows, limit, ({ id, recipient, subject, createdAt, error, sentAt }) => ({
    id,
    recipient,
    subject,
    created: createdAt,
    failed: error !== null && sentAt === null,
  }))
}

/**
 * Searches licences, organisations, requirements, invoices, receipts and mails, at most `limit` of each kind; null for
 * a kind that the caller may not search. Licences are by position, requirements by name, organisations with active ones
 * first, and mails from the newest. Invoices and receipts need their exact number; without words all licences and
 * requirements match. A kind whose feature is off is empty. All reads begin together; that of mails to people with a
 * protected identity is recorded.
 */
export async function searchOffice(ctx: Visitor, query: OfficeQuery): Promise<OfficeResults> {
  const { actor } = ctx
  const isManager = actor !== null && isSuperadministrator(actor)
  const [licenses, organizations, requirements, invoices, receipts, mails] = await Promise.all([
    searchLicenses(ctx, isManager, query),
    actor && searchOrganizations(ctx, actor, query),
    isManager ? searchRequirements(ctx, query) : null,
    actor && searchInvoices(ctx, actor, query),
    isManager ? searchReceipts(ctx, query) : null,
    isManager ? searchMails({ ...ctx, actor }, query) : null,
  ])
  return { licenses, organizations, requirements, invoices, receipts, mails }
}

import { useEffect, useMemo, useRef, useState } from 'react'
import type { InvoiceItem, InvoiceRecipient } from '#api/money/invoices/contract.ts'
import { useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { toast } from '../ui/toast.ts'
import { chooseRecipients, emptyChoice, type InvoiceChoice, sumChoice, unreadableRows } from './invoice-choice.ts'
import { type InvoicingPeriod, readItems, readRecipients } from './read-items.ts'
import { type KnownChoice, loadChoice, nothingChosen, pruneChoice, storeChoice } from './stored-choice.ts'

/** Rows of a recipient, once they are loaded; else their state. */
export type RecipientRowsState = InvoiceItem[] | 'reading' | { problem: string }

/** State of the rows of recipients, each read when its recipient is opened. */
function useRows(period: InvoicingPeriod) {
  const [rows, setRows] = useState<ReadonlyMap<number, RecipientRowsState>>(new Map())
  const requested = useRef(new Set<number>())
  const setRowsOf = (id: number, value: RecipientRowsState) => setRows((now) => new Map(now).set(id, value))
  const read = async (id: number) => {
    if (requested.current.has(id)) return
    requested.current.add(id)
    setRowsOf(id, 'reading')
    try {
      setRowsOf(id, await readItems(period, [id]))
    } catch (error) {
      requested.current.delete(id)
      setRowsOf(id, { problem: toFailure(error).message })
    }
  }
  const loadedRows = useMemo(() => [...rows.values()].flatMap((one) => (Array.isArray(one) ? one : [])), [rows])
  return { rows, read, loadedRows }
}

/** Returns both lists without duplicates; of two with the same id, the one of the first. */
function merge<Item>(first: readonly Item[], second: readonly Item[], idOf: (item: Item) => number): Item[] {
  const ids = new Set(first.map(idOf))
  return [...first, ...second.filter((item) => !ids.has(idOf(item)))]
}

/**
 * State of the chosen rows on all pages of recipients, kept in the browser's tab, and of the loaded rows. Nothing is
 * chosen in the first render. Recipients whose rows have changed since are removed from the choice, with a toast; when
 * this cannot be checked, the choice stays. `shown` are the recipients of the page, `recipients` these and the chosen
 * ones of other pages.
 *
 * `read` loads the rows of a recipient once, and again after a failure, which is in `rows`. `setChoice` and `clear`
 * store the choice. `chooseAll` replaces it by all recipients that the filter selects, and rejects when they cannot be
 * read. `sums` are of the choice, `unreadable` its rows with a wrong amount.
 */
export function useInvoiceChoice(period: InvoicingPeriod, shown: readonly InvoiceRecipient[]) {
  const t = useTexts('invoices')
  const [knownChoice, setKnownChoice] = useState<KnownChoice>(nothingChosen)
  const { rows, read, loadedRows } = useRows(period)
  // The server has no session storage, so the first render shows nothing chosen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page has one filter.
  useEffect(() => {
    const stored = loadChoice(period)
    setKnownChoice(stored)
    if (stored.recipients.length > 0) void pruneStored(stored)
  }, [])
  async function pruneStored(stored: KnownChoice) {
    const fresh = await readRecipients(period).catch(() => null)
    if (!fresh) return
    const { pruned, removedCount } = pruneChoice(stored, fresh)
    if (removedCount === 0) return
    setKnownChoice(pruned)
    storeChoice(period, pruned)
    toast(t('due.changed', { count: removedCount }), 'info')
  }
  const recipients = merge(shown, knownChoice.recipients, ({ id }) => id)
  const adjusted = merge(loadedRows, knownChoice.adjusted, ({ resultId }) => resultId)
  const keep = (choice: InvoiceChoice, all: readonly InvoiceRecipient[]) => {
    const next = { choice, recipients: all, adjusted }
    setKnownChoice(next)
    storeChoice(period, next)
  }
  const { choice } = knownChoice
  return {
    choice,
    recipients,
    rows,
    read,
    setChoice: (next: InvoiceChoice) => keep(next, recipients),
    clear: () => keep(emptyChoice, []),
    chooseAll: async () => {
      const all = await readRecipients(period)
      keep(chooseRecipients(emptyChoice, all, true), all)
    },
    sums: sumChoice(choice, recipients, adjusted),
    unreadable: unreadableRows(choice, adjusted),
  }
}

import type { InvoiceHead } from '#api/money/invoices/contract.ts'
import { useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { toast } from '../ui/toast.ts'
import { type FileKind, saveInvoices } from './save-invoices.ts'

/**
 * Returns a function that saves the files of invoices as one file of a kind through the browser. It returns at once; a
 * toast reports the outcome.
 */
export function useInvoiceFiles() {
  const t = useTexts('invoices')
  const save = async (heads: readonly InvoiceHead[], kind: FileKind) => {
    try {
      await saveInvoices(heads, kind)
      toast(t('exported.saved', { count: heads.length }))
    } catch (error) {
      toast(toFailure(error).message, 'danger')
    }
  }
  return (heads: readonly InvoiceHead[], kind: FileKind) => void save(heads, kind)
}

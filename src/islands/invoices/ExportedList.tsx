import { useState } from 'react'
import type { InvoiceHead } from '#api/money/invoices/contract.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { BulkBar } from '../ui/BulkBar.tsx'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { toast } from '../ui/toast.ts'
import { CreditDialog } from './CreditDialog.tsx'
import { ExportedInvoice } from './ExportedInvoice.tsx'
import { useInvoiceFiles } from './use-files.ts'

/** Asks before it undoes an invoice, and confirms where its rows are afterwards. */
function UndoInvoice({ head, onDone, onClose }: { head: InvoiceHead; onDone: () => void; onClose: () => void }) {
  const t = useTexts('invoices')
  const { isBusy, failure, run } = useSaving()
  const undo = async () => {
    await api('DELETE /Invoices/:id', { params: { id: head.id } })
    toast(t('undo.done', { number: head.number, count: head.rowCount }))
    onDone()
  }
  return (
    <Confirm
      open
      question={t('undo.question', { number: head.number, name: head.recipientName })}
      detail={t('undo.detail')}
      problem={failure?.message}
      action={t('undo.action')}
      isDangerous
      isBusy={isBusy}
      onConfirm={() => void run(undo)}
      onCancel={onClose}
    />
  )
}

interface ExportedListProps {
  invoices: readonly InvoiceHead[]
  /** Called with an invoice that was undone. */
  onUndone: (head: InvoiceHead) => void
}

/**
 * List of the invoices of a batch in the given order: saved as files, credited, and undone after a question. `invoices`
 * is read once; an undone one stays in the list, marked, and is given to `onUndone`.
 */
export function ExportedList({ invoices, onUndone }: ExportedListProps) {
  const t = useTexts('invoices')
  const [heads, setHeads] = useState(invoices)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [undoing, setUndoing] = useState<InvoiceHead | null>(null)
  const [crediting, setCrediting] = useState<InvoiceHead | null>(null)
  const save = useInvoiceFiles()
  const choose = (id: number, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  const removeUndone = (undone: InvoiceHead) => {
    const { id } = undone
    onUndone(undone)
    setHeads(
      heads.map((head) =>
        head.id === id ? { ...head, status: 1, creditCount: 0, creditableCount: 0, undoneDate: new Date() } : head,
      ),
    )
    choose(id, false)
    setUndoing(null)
  }
  const chosenHeads = heads.filter(({ id }) => chosen.has(id))
  return (
    <>
      <ul className="divide-y divide-line border-t border-line">
        {heads.map((head) => (
          <ExportedInvoice
            key={head.id}
            head={head}
            isChosen={chosen.has(head.id)}
            onChoose={(value) => choose(head.id, value)}
            onUndo={() => setUndoing(head)}
            onCredit={() => setCrediting(head)}
          />
        ))}
      </ul>
      <BulkBar count={chosen.size} onClear={() => setChosen(new Set())}>
        <Button size="small" onClick={() => save(chosenHeads, 'xlsx')}>
          {t('exported.excel')}
        </Button>
        <Button size="small" onClick={() => save(chosenHeads, 'si')}>
          {t('exported.sie')}
        </Button>
        <Button size="small" onClick={() => save(chosenHeads, 'xml')}>
          {t('exported.peppol')}
        </Button>
      </BulkBar>
      {crediting && <CreditDialog head={crediting} onClose={() => setCrediting(null)} />}
      {undoing && <UndoInvoice head={undoing} onDone={() => removeUndone(undoing)} onClose={() => setUndoing(null)} />}
    </>
  )
}

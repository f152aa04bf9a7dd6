import { useState } from 'react'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { FormDialog } from '../editing/FormDialog.tsx'
import { useUnsavedWarning } from '../editing/use-draft.ts'
import { useSaving } from '../editing/use-saving.ts'
import { proven } from '../second-factors/proven.ts'
import { Button } from '../ui/Button.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { toastOnNextPage } from '../ui/toast.ts'

interface MarkRefundProps {
  refundId: number
  amount: string
}

function MarkButton({ refundId, amount }: MarkRefundProps) {
  const t = useTexts('payments')
  const [isOpen, setIsOpen] = useState(false)
  const [note, setNote] = useState('')
  const endWarning = useUnsavedWarning(isOpen && note.trim())
  const { isBusy, failure, run } = useSaving()
  const save = async () => {
    await proven(() => api('PUT /Payment/refunds/:id', { params: { id: refundId }, body: { note } }))
    toastOnNextPage(t('details.marked'))
    endWarning()
    location.reload()
  }
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('details.markRefund')}</Button>
      {isOpen && (
        <FormDialog
          title={t('details.markTitle', { amount })}
          verb={t('details.mark')}
          isBusy={isBusy}
          failure={failure}
          labelOf={() => t('details.note')}
          onSave={() => void run(save)}
          onClose={() => setIsOpen(false)}
        >
          <p className="text-muted">{t('details.markText')}</p>
          <TextArea
            name="note"
            label={t('details.note')}
            hint={t('details.noteHint')}
            error={failure?.fields['note']}
            limit={500}
            rows={3}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </FormDialog>
      )}
    </>
  )
}

/**
 * Button and form that record, with a note, a refund which was made at the provider, and load the page again, with a
 * toast; no money is sent here. It needs a recent proof of identity; a refusal is shown.
 */
export const MarkRefund = island(MarkButton)

import { useState } from 'react'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { FormDialog } from '../editing/FormDialog.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { toastOnNextPage } from '../ui/toast.ts'

interface DecideProps {
  id: number
  name: string
  /** Whether something prevents the erasure for now. */
  stopped: boolean
}

function Refuse({ id }: { id: number }) {
  const t = useTexts('erasures')
  const [isOpen, setIsOpen] = useState(false)
  const [reason, setReason] = useState('')
  const { isBusy, failure, run } = useSaving()
  const refuse = async () => {
    await api('POST /ErasureRequests/:id/refuse', { params: { id }, body: { reason } })
    toastOnNextPage(t('refused'))
    location.reload()
  }
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('refuse')}</Button>
      {isOpen && (
        <FormDialog
          title={t('refuseTitle')}
          verb={t('refuse')}
          isBusy={isBusy}
          failure={failure}
          labelOf={() => t('reason')}
          onSave={() => void run(refuse)}
          onClose={() => setIsOpen(false)}
        >
          <p className="text-muted">{t('refuseText')}</p>
          <TextArea
            name="reason"
            label={t('reason')}
            error={failure?.fields['reason']}
            limit={1000}
            rows={4}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </FormDialog>
      )}
    </>
  )
}

function Decide({ id, name, stopped }: DecideProps) {
  const t = useTexts('erasures')
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, failure, run, forget } = useSaving()
  const confirm = async () => {
    await api('POST /ErasureRequests/:id/confirm', { params: { id } })
    toastOnNextPage(t('confirmed'))
    location.reload()
  }
  const ask = () => {
    forget()
    setIsAsking(true)
  }
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3">
        {!stopped && (
          <Button tone="danger" onClick={ask}>
            {t('confirm')}
          </Button>
        )}
        <Refuse id={id} />
      </div>
      {failure && !isAsking && <ErrorBox>{failure.message}</ErrorBox>}
      <Confirm
        open={isAsking}
        question={t('confirmQuestion', { name })}
        detail={t('confirmText')}
        problem={failure?.message}
        action={t('confirm')}
        isDangerous
        isBusy={isBusy}
        onConfirm={() => void run(confirm)}
        onCancel={() => setIsAsking(false)}
      />
    </div>
  )
}

/**
 * Buttons that confirm an erasure after a question, or refuse it with a reason. One that is `stopped` can only be
 * refused. The page is loaded again, with a toast; a refusal of the server is shown.
 */
export const DecideErasure = island(Decide)

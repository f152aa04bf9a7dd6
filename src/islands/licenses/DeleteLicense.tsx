import { Trash2 } from '@lucide/icons'
import { useState } from 'react'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Icon } from '../ui/Icon.tsx'
import { toastOnNextPage } from '../ui/toast.ts'

function DeleteButton({ id, title }: { id: number; title: string }) {
  const t = useTexts('licenses')
  const [isAsking, setIsAsking] = useState(false)
  const { failure, isBusy, run } = useSaving()
  const remove = () =>
    run(async () => {
      await api('DELETE /Licenses/:id', { params: { id } })
      toastOnNextPage(t('deleted'))
      location.assign('/licenses')
    })
  return (
    <div className="grid gap-3 justify-items-start">
      {failure && <ErrorBox>{failure.message}</ErrorBox>}
      <Button tone="quiet" isBusy={isBusy} icon={<Icon of={Trash2} size={17} />} onClick={() => setIsAsking(true)}>
        {t('delete')}
      </Button>
      <Confirm
        open={isAsking}
        question={t('deleteQuestion', { title })}
        detail={t('deleteDetail')}
        action={t('delete')}
        isDangerous
        onConfirm={() => {
          setIsAsking(false)
          void remove()
        }}
        onCancel={() => setIsAsking(false)}
      />
    </div>
  )
}

/**
 * Button that deletes a licence after a question and leads to the list of licences, with a toast. A licence that
 * somebody has held is refused, which is shown.
 */
export const DeleteLicense = island(DeleteButton)

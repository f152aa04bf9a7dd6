import { useState } from 'react'
import { api } from '../../client/api.ts'
import { island, useTexts } from '../../client/texts.tsx'
import { type Failure, toFailure } from '../../editing/use-draft.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { toastOnNextPage } from '../../ui/toast.ts'

interface PublishSwitchProps {
  educationId: number
  isShown: boolean
  isReady: boolean
}

function Switch({ educationId, isShown, isReady }: PublishSwitchProps) {
  const t = useTexts('management')
  const [isBusy, setIsBusy] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const run = async () => {
    setIsBusy(true)
    try {
      const params = { id: educationId }
      await (isShown
        ? api('PUT /Educations/:id/unpublish', { params })
        : api('PUT /Educations/:id/publish', { params }))
      toastOnNextPage(t(isShown ? 'publish.hidden' : 'publish.done'))
      location.reload()
    } catch (error) {
      setFailure(toFailure(error))
      setIsBusy(false)
      setConfirming(false)
    }
  }
  return (
    <div className="grid gap-4">
      {failure && <ErrorBox>{Object.values(failure.fields).join(' ') || failure.message}</ErrorBox>}
      {isShown ? (
        <Button className="justify-self-start" onClick={() => setConfirming(true)}>
          {t('publish.hide')}
        </Button>
      ) : (
        <Button
          className="justify-self-start"
          tone="primary"
          size="large"
          disabled={!isReady}
          isBusy={isBusy}
          onClick={() => void run()}
        >
          {t('publish.show')}
        </Button>
      )}
      <Confirm
        open={isConfirming}
        question={t('publish.hideQuestion')}
        detail={t('publish.hideDetail')}
        action={t('publish.hide')}
        isBusy={isBusy}
        onConfirm={() => void run()}
        onCancel={() => setConfirming(false)}
      />
    </div>
  )
}

/**
 * Button that publishes an education, or hides it after a question when it `isShown`, and loads the page again, with a
 * toast. Publishing is disabled until the education `isReady`. A refusal is shown.
 */
export const PublishSwitch = island(Switch)

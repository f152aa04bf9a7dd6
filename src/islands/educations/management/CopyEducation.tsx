import { Copy } from '@lucide/icons'
import { useState } from 'react'
import { api } from '../../client/api.ts'
import { island, useTexts } from '../../client/texts.tsx'
import { withIdempotencyKey } from '../../client/with-idempotency-key.ts'
import { FailureBox } from '../../editing/SaveBar.tsx'
import { type Failure, toFailure } from '../../editing/use-draft.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { RadioGroup } from '../../ui/RadioGroup.tsx'
import { toastOnNextPage } from '../../ui/toast.ts'

interface CopyEducationProps {
  educationId: number
  title: string
}

function useEducationCopy({ educationId, title: original }: CopyEducationProps) {
  const t = useTexts('management')
  const [title, setTitle] = useState(() => t('copy.title', { title: original }))
  const [sharesParts, setSharesParts] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [make] = useState(() =>
    withIdempotencyKey((body: { title: string; sharesParts: boolean }, idempotencyKey) =>
      api('POST /Educations/:id/copy', { params: { id: educationId }, body }, { idempotencyKey }),
    ),
  )
  const copy = async () => {
    if (isBusy) return
    setIsBusy(true)
    try {
      const { id } = await make({ title, sharesParts })
      toastOnNextPage(t('copy.done'))
      location.assign(`/education/${id}/manage`)
    } catch (error) {
      setFailure(toFailure(error))
      setIsBusy(false)
    }
  }
  return { title, setTitle, sharesParts, setSharesParts, isBusy, failure, copy }
}

function CopyDialog({ onClose, ...props }: CopyEducationProps & { onClose: () => void }) {
  const t = useTexts('management')
  const { title, setTitle, sharesParts, setSharesParts, isBusy, failure, copy } = useEducationCopy(props)
  const actions = (
    <>
      <Button tone="primary" isBusy={isBusy} onClick={() => void copy()}>
        {t('copy.action')}
      </Button>
      <Button onClick={onClose}>{t('cancel')}</Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('copy.heading')} closesOutside={false} actions={actions}>
      <div className="grid gap-5">
        <FailureBox failure={failure} labelOf={() => t('title')} />
        <Field
          name="copy-title"
          label={t('title')}
          required
          maxLength={200}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
          error={failure?.fields['title']}
        />
        <RadioGroup
          name="copy-parts"
          label={t('copy.parts')}
          value={sharesParts ? 'share' : 'copy'}
          onChange={(value) => setSharesParts(value === 'share')}
          choices={[
            { value: 'copy', label: t('copy.own'), hint: t('copy.ownHint') },
            { value: 'share', label: t('copy.shared'), hint: t('copy.sharedHint') },
          ]}
        />
      </div>
    </Dialog>
  )
}

function CopyButton(props: CopyEducationProps) {
  const t = useTexts('management')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="mt-8 border-t border-line pt-6">
      <Button icon={<Icon of={Copy} size={18} />} onClick={() => setIsOpen(true)}>
        {t('copy.open')}
      </Button>
      {isOpen && <CopyDialog {...props} onClose={() => setIsOpen(false)} />}
    </div>
  )
}

/**
 * Button and dialog that copy an education under a title, with copies of its parts or the same parts. They lead to the
 * copy's form, with a toast. A refusal is shown.
 */
export const CopyEducation = island(CopyButton)

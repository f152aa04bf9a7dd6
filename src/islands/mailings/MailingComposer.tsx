import { useState } from 'react'
import type { MailingText } from '#api/office/mailing-texts/contract.ts'
import type { Audience } from '#api/office/mailings/audience/contract.ts'
import type { MailingDraft, MailingFile, NewMailing } from '#api/office/mailings/contract.ts'
import { listPlaceholders } from '#api/office/mailings/rules.ts'
import { momentText } from '#locales/moments.ts'
import { ApiError, api } from '../client/api.ts'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { ConflictDialog } from '../editing/ConflictDialog.tsx'
import { FailureBox } from '../editing/SaveBar.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { toast, toastOnNextPage } from '../ui/toast.ts'
import { FilesField } from './FilesField.tsx'
import { DueFields, TextFields } from './MailingFields.tsx'
import { MailPreview, Recipients } from './MailingPreview.tsx'
import { StartText } from './StartText.tsx'
import { usePreview } from './use-preview.ts'
import { toFileIds, useStoredDraft } from './use-stored-draft.ts'

interface ComposerProps {
  audience: Audience
  /** The draft that is opened; null for a new mailing. */
  opened: MailingDraft | null
  /** Texts that the mailing can begin with. */
  texts: readonly MailingText[]
}

const isVersionConflict = (error: unknown) => error instanceof ApiError && error.body.code === 'changed_meanwhile'

function useMailing({ audience, opened }: Pick<ComposerProps, 'audience' | 'opened'>) {
  const t = useTexts('mailings')
  const form = useStoredDraft(audience, opened)
  const [userId, setUserId] = useState<number | null>(null)
  const { subject, text, files, isLater, due } = form.draft
  const fileIds = toFileIds(files)
  const shown = usePreview({ audience, subject, text, userId })
  const [test, sending] = [useSaving(), useSaving()]
  const [write] = useState(() =>
    withIdempotencyKey((body: NewMailing, idempotencyKey) => api('POST /Mailings', { body }, { idempotencyKey })),
  )
  const send = (recipients: number) =>
    sending.run(async () => {
      const { id, lastChange } = form.base
      const draft = id && lastChange ? { id, lastChange } : null
      try {
        await write({ audience, subject, text, fileIds, recipients, due: isLater ? due : null, draft })
      } catch (error) {
        // The number may have changed; the texts stay.
        shown.reload()
        // Saving merges the other editor's changes, or asks which of them to keep.
        if (isVersionConflict(error)) await form.save()
        throw error
      }
      // Text that is sent is not unsaved: the browser must not ask.
      form.reset({ ...form.base, subject, text, files, due: isLater ? due : null })
      toastOnNextPage(t(isLater ? 'scheduled' : 'done'))
      setTimeout(() => location.assign('/outbox/mailing'))
    })
  const sendTest = () =>
    test.run(async () => {
      const { recipient } = await api('POST /Mailings/test', { body: { audience, subject, text, fileIds } })
      toast(t('testSent', { recipient }))
    })
  const failure = form.failure ?? sending.failure ?? test.failure ?? shown.failure
  return { form, shown, test, sending, send, sendTest, setUserId, failure }
}

function Composer(props: ComposerProps) {
  const t = useTexts('mailings')
  const language = useLanguage()
  const { form, shown, test, sending, send, sendTest, setUserId, failure } = useMailing(props)
  const [isAsking, setIsAsking] = useState(false)
  const { isLater, due, subject, text, files } = form.draft
  const { preview } = shown
  const count = preview?.total ?? 0
  const fields = { draft: form.draft, change: form.change, errorOf: (field: string) => failure?.fields[field] }
  const isReached = preview !== null && preview.withoutAddress < count
  const isReady = isReached && Boolean(subject.trim() && text.trim()) && (!isLater || due !== null)
  const textOf = (field: string, value: unknown) => {
    // The field `files` holds files.
    if (field === 'files') return (value as MailingFile[]).map(({ name }) => name).join(', ')
    return value instanceof Date ? momentText(value, 'moment', language) : typeof value === 'string' ? value : ''
  }
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <div className="grid gap-6">
        <FailureBox failure={failure} labelOf={(field) => t(field)} />
        <Card title={t('to')}>
          <Recipients preview={preview} isRefused={shown.failure !== null} />
        </Card>
        <Card>
          <div className="grid gap-5">
            <StartText texts={props.texts} hasText={Boolean(subject || text)} onChoose={form.change} />
            <TextFields form={fields} placeholders={listPlaceholders(props.audience.kind)} />
            <FilesField files={files} onChange={(changed) => form.change({ files: changed })} />
            <DueFields form={fields} />
            <div className="flex flex-wrap gap-3">
              <Button tone="primary" disabled={!isReady} onClick={() => setIsAsking(true)}>
                {t(isLater ? 'schedule' : 'send')}
              </Button>
              <Button isBusy={form.isBusy} onClick={() => void form.save()}>
                {t('draft.save')}
              </Button>
              <Button disabled={!isReady} isBusy={test.isBusy} onClick={() => void sendTest()}>
                {t('test')}
              </Button>
            </div>
          </div>
        </Card>
      </div>
      <MailPreview preview={preview} files={files} onChoose={setUserId} />
      <ConflictDialog form={form} labelOf={(field) => t(field)} textOf={textOf} />
      <Confirm
        open={isAsking}
        question={t(isLater ? 'confirmLater' : 'confirm', { count })}
        detail={
          isLater && due ? t('confirmLaterDetail', { date: momentText(due, 'moment', language) }) : t('confirmDetail')
        }
        action={t(isLater ? 'schedule' : 'send')}
        isBusy={sending.isBusy}
        onConfirm={() => void send(count).then(() => setIsAsking(false))}
        onCancel={() => setIsAsking(false)}
      />
    </div>
  )
}

/**
 * Form that writes to an audience: recipients, texts with placeholders, files, time, draft, and preview as a recipient.
 * It can be sent as a test to the reader, and to the audience after a question with their number, which then leads to
 * the list of mailings. Nothing can be sent while no recipient has an e-mail address. A change of the number is
 * refused, and the texts stay.
 */
export const MailingComposer = island(Composer)

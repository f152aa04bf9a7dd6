import { useState } from 'react'
import type { Audience, NewMailing } from '#api/office/mailings/contract.ts'
import { momentText } from '#locales/moments.ts'
import { api } from '../client/api.ts'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { FailureBox } from '../editing/SaveBar.tsx'
import { useForm } from '../editing/use-form.ts'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { toast, toastOnNextPage } from '../ui/toast.ts'
import { DueFields, type MailingDraft, TextFields } from './MailingFields.tsx'
import { MailPreview, Recipients } from './MailingPreview.tsx'
import { usePreview } from './use-preview.ts'

interface ComposerProps {
  audience: Audience
}

function useMailing({ audience }: ComposerProps) {
  const t = useTexts('mailings')
  const form = useForm<MailingDraft>({ subject: '', text: '', isLater: false, due: null })
  const [userId, setUserId] = useState<number | null>(null)
  const { subject, text, isLater, due } = form.draft
  const shown = usePreview({ audience, subject, text, userId })
  const test = useSaving()
  const [write] = useState(() =>
    withIdempotencyKey((body: NewMailing, idempotencyKey) => api('POST /Mailings', { body }, { idempotencyKey })),
  )
  const send = (recipients: number) =>
    form.run(async () => {
      try {
        await write({ audience, subject, text, recipients, due: isLater ? due : null })
      } catch (error) {
        // The number may have changed; the texts stay.
        shown.reload()
        throw error
      }
      toastOnNextPage(t(isLater ? 'scheduled' : 'done'))
      location.assign('/outbox/mailing')
    })
  const sendTest = () =>
    test.run(async () => {
      const { recipient } = await api('POST /Mailings/test', { body: { audience, subject, text } })
      toast(t('testSent', { recipient }))
    })
  return { form, shown, test, send, sendTest, setUserId }
}

function Composer(props: ComposerProps) {
  const t = useTexts('mailings')
  const language = useLanguage()
  const { form, shown, test, send, sendTest, setUserId } = useMailing(props)
  const [asking, setAsking] = useState(false)
  const { isLater, due, subject, text } = form.draft
  const { preview } = shown
  const count = preview?.total ?? 0
  const errorOf = (field: string) => form.failure?.fields[field] ?? test.failure?.fields[field]
  const isReady = count > 0 && Boolean(subject.trim() && text.trim()) && (!isLater || due !== null)
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <div className="grid gap-6">
        <FailureBox failure={form.failure ?? test.failure ?? shown.failure} labelOf={(field) => t(field)} />
        <Card title={t('to')}>
          <Recipients preview={preview} />
        </Card>
        <Card>
          <div className="grid gap-5">
            <TextFields form={{ ...form, errorOf }} kind={props.audience.kind} />
            <DueFields form={{ ...form, errorOf }} />
            <div className="flex flex-wrap gap-3">
              <Button tone="primary" disabled={!isReady} onClick={() => setAsking(true)}>
                {t(isLater ? 'schedule' : 'send')}
              </Button>
              <Button disabled={!isReady} busy={test.busy} onClick={() => void sendTest()}>
                {t('test')}
              </Button>
            </div>
          </div>
        </Card>
      </div>
      <MailPreview preview={preview} onChoose={setUserId} />
      <Confirm
        open={asking}
        question={t(isLater ? 'confirmLater' : 'confirm', { count })}
        detail={
          isLater && due ? t('confirmLaterDetail', { date: momentText(due, 'moment', language) }) : t('confirmDetail')
        }
        action={t(isLater ? 'schedule' : 'send')}
        busy={form.busy}
        onConfirm={() => void send(count).then(() => setAsking(false))}
        onCancel={() => setAsking(false)}
      />
    </div>
  )
}

/** Form that writes to an audience: recipients, texts with placeholders, time, and preview as a recipient. */
export const MailingComposer = island(Composer)

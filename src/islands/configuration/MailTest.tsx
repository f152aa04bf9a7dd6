import { Send } from '@lucide/icons'
import { useState } from 'react'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'

const send = withIdempotencyKey((to: string, idempotencyKey: string) =>
  api('POST /Email/Test', { body: { to } }, { idempotencyKey }),
)

function Form({ email }: { email: string }) {
  const t = useTexts('configuration')
  const [to, setTo] = useState(email)
  const [outcome, setOutcome] = useState<{ ok: boolean; message: string } | null>(null)
  const { isBusy, failure, run } = useSaving()
  return (
    <Card title={t('tab.mail')}>
      <p className="mb-5 max-w-text text-muted">{t('mail.lead')}</p>
      <form
        noValidate
        className="grid max-w-xl gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void run(async () => {
            setOutcome(null)
            setOutcome(await send(to.trim()))
          })
        }}
      >
        <Field
          name="to"
          type="email"
          label={t('mail.to')}
          required
          error={failure?.fields['to']}
          value={to}
          onChange={(event) => setTo(event.target.value)}
        />
        <div className="flex flex-wrap items-center gap-5">
          <Button type="submit" tone="primary" isBusy={isBusy} icon={<Icon of={Send} size={18} />}>
            {t('mail.send')}
          </Button>
          <a href="/outbox" className="font-semibold text-accent-ink underline underline-offset-3">
            {t('mail.outbox')}
          </a>
        </div>
        {failure && !failure.fields['to'] && <ErrorBox>{failure.message}</ErrorBox>}
        {outcome &&
          (outcome.ok ? (
            <InfoBox tone="success" role="status">
              {t('mail.sent', { to })}
            </InfoBox>
          ) : (
            <ErrorBox title={t('mail.failed')}>{outcome.message}</ErrorBox>
          ))}
      </form>
    </Card>
  )
}

/**
 * Form that sends a test mail and shows whether it succeeded, or why it failed. It suggests `email` as the recipient. A
 * refused call is shown at its field or below the form.
 */
export const MailTest = island(Form)

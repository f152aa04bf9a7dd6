import { useCallback } from 'react'
import type { RuleFields } from '#api/office/mailing-rules/contract.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { useQuestion } from '../mailings/use-question.ts'
import { Card } from '../ui/Card.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'

const maxNames = 8

interface RulePreviewProps {
  fields: RuleFields
  /** Whether the stored rule is on, and so has written about what lies ahead. */
  isOn: boolean
}

/** Number and first names of those whom the rule would have mailed in the last 30 days, and the mail of the first. */
export function RulePreview({ fields, isOn }: RulePreviewProps) {
  const t = useTexts('mailing-rules')
  const { trigger, days, audience, educationId, subject, text } = fields
  const ask = useCallback(
    () => api('POST /MailingRules/preview', { body: { trigger, days, audience, educationId, subject, text } }),
    [trigger, days, audience, educationId, subject, text],
  )
  const { answer, failure } = useQuestion(ask)
  const names = answer?.first.slice(0, maxNames).map(({ name }) => name) ?? []
  return (
    <Card title={t('preview')}>
      {failure && <ErrorBox>{failure.message}</ErrorBox>}
      {!answer && !failure && <p className="text-muted">{t('loading')}</p>}
      {answer && (
        <div role="status">
          <p className="text-lg font-semibold tabular-nums">{t('lastMonth', { count: answer.total })}</p>
          {names.length > 0 && (
            <p className="mt-1 text-sm text-muted wrap-anywhere">
              {names.join(', ')} {answer.first.length > names.length && '…'}
            </p>
          )}
          {!isOn && <p className="mt-2 tabular-nums">{t('nextRun', { count: answer.next })}</p>}
        </div>
      )}
      {answer?.mail && (answer.mail.subject || answer.mail.text) && (
        <article className="mt-5 rounded-control border border-line bg-canvas p-4">
          <p className="font-semibold wrap-anywhere">{answer.mail.subject}</p>
          <p className="mt-3 whitespace-pre-line wrap-anywhere">{answer.mail.text}</p>
        </article>
      )}
    </Card>
  )
}

import { useCallback } from 'react'
import type { RuleFields } from '#api/office/mailing-rules/contract.ts'
import { fillTexts } from '#api/office/mailings/rules.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { useQuestion } from '../mailings/use-question.ts'
import { Card } from '../ui/Card.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'

const maxNames = 8

interface RulePreviewProps {
  /** The stored rule, whose mails are not written again; null for a new one. */
  ruleId: number | null
  fields: RuleFields
  /** Whether the stored rule is on with this schedule, and so has written about what lies ahead. */
  isRunning: boolean
}

/**
 * Number of mails of the next run, once the form is saved. Without `isOn` the text says that the rule must be turned on
 * for them.
 */
export function NextRun({ count, isOn }: { count: number; isOn: boolean }) {
  const t = useTexts('mailing-rules')
  return <p className="mt-2 tabular-nums">{t(isOn ? 'nextRunOn' : 'nextRun', { count })}</p>
}

/**
 * Number of mails of the last 30 days, had the rule been on, with at most eight recipients and the mail of the first.
 * Unless `isRunning` (the stored rule is on with this schedule), also the number of mails of the next run, and of
 * people whom it does not reach. That run leaves out what the stored rule `ruleId`, null for a new one, has written.
 * `fields` are those of the form. Asked again 400 ms after a change of the schedule; a failure is shown.
 */
export function RulePreview({ ruleId, fields, isRunning }: RulePreviewProps) {
  const t = useTexts('mailing-rules')
  const { trigger, days, audience, educationId, subject, text, active } = fields
  const ask = useCallback(
    () => api('POST /MailingRules/preview', { body: { ruleId, trigger, days, audience, educationId } }),
    [ruleId, trigger, days, audience, educationId],
  )
  const { answer, failure } = useQuestion(ask)
  const mail = answer?.values && fillTexts({ subject, text }, answer.values)
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
          {!isRunning && <NextRun count={answer.next} isOn={active} />}
          {!isRunning && answer.nextUnreached > 0 && (
            <p className="mt-1 text-sm text-warning-ink">{t('nextUnreached', { count: answer.nextUnreached })}</p>
          )}
        </div>
      )}
      {mail && (mail.subject || mail.text) && (
        <article className="mt-5 rounded-control border border-line bg-canvas p-4">
          <p className="font-semibold wrap-anywhere">{mail.subject}</p>
          <p className="mt-3 whitespace-pre-line wrap-anywhere">{mail.text}</p>
        </article>
      )}
    </Card>
  )
}

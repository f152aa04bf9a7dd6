import { Check, X } from '@lucide/icons'
import type { ExamProtocol } from '#api/participation/exam-results/contract.ts'
import { momentText } from '#locales/moments.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Signature } from './Signature.tsx'

/**
 * A signed protocol, read-only, for the driver, the guardian and the organisers: items with their comments, note,
 * signature, examiner and time.
 */
export function ReadOnlyProtocol({ protocol, note }: { protocol: ExamProtocol; note: string | null }) {
  const t = useTexts('exams')
  const language = useLanguage()
  return (
    <div className="grid grid-cols-1 gap-4">
      {protocol.items.length > 0 && (
        <ul className="divide-y divide-line">
          {protocol.items.map(({ id, text, passed, comment }) => (
            <li key={id} className="flex gap-3 py-2.5">
              {passed ? (
                <Icon of={Check} size={20} className="mt-0.5 shrink-0 text-success-ink" />
              ) : (
                <Icon of={X} size={20} className="mt-0.5 shrink-0 text-danger-ink" />
              )}
              <div className="min-w-0">
                <p className="font-medium">
                  {text}
                  <span className="sr-only">: {t(passed ? 'item.passed' : 'item.failed')}</span>
                </p>
                {comment && <p className="text-sm wrap-anywhere text-muted">{comment}</p>}
              </div>
            </li>
          ))}
        </ul>
      )}
      {note && (
        <p className="rounded-card bg-hover px-4 py-3 text-sm wrap-anywhere">
          <span className="font-semibold">{t('note')}:</span> {note}
        </p>
      )}
      <div>
        <Signature value={protocol.signature} label={t('signature.of', { name: protocol.examinerName })} />
        <p className="text-sm text-muted">
          {t('signedBy', { name: protocol.examinerName, date: momentText(protocol.signedDate, 'moment', language) })}
        </p>
      </div>
    </div>
  )
}

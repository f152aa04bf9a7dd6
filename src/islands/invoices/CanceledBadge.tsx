import { momentText } from '#locales/moments.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { Badge } from '../ui/Badge.tsx'

interface CanceledBadgeProps {
  canceledDate: Date | null
  /** Was there and failed: an examination is then closed the same way. */
  attended: boolean
}

/** Why a row is to be paid for although its sign-up does not stand. */
export function CanceledBadge({ canceledDate, attended }: CanceledBadgeProps) {
  const t = useTexts('invoices')
  const language = useLanguage()
  if (!canceledDate) return null
  const date = momentText(canceledDate, 'day', language)
  return (
    <Badge tone="warning" wraps>
      {t(attended ? 'due.failed' : 'due.canceled', { date })}
    </Badge>
  )
}

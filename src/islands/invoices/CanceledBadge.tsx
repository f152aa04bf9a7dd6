import { momentText } from '#locales/moments.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { Badge } from '../ui/Badge.tsx'

interface CanceledBadgeProps {
  canceledDate: Date | null
  /** Whether the driver took part and failed, which closes an exam the same way. */
  attended: boolean
}

/**
 * Badge that explains why a cancelled sign-up is still charged: cancelled too late, or with `attended` taken part and
 * failed. Nothing without a date.
 */
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

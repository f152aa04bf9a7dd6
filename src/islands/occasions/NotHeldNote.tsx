import type { ManagedOccasion } from '#api/catalogue/occasions/management/contract.ts'
import { momentText } from '#locales/moments.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'

/** Line that says from which day the attendance of a coming occasion can be registered. */
export function NotHeldNote({ occasion }: { occasion: Pick<ManagedOccasion, 'startDate'> }) {
  const t = useTexts('occasions')
  const day = momentText(occasion.startDate, 'agenda', useLanguage())
  return <p className="mt-5 text-muted">{t('notHeld', { day })}</p>
}

import type { Clash } from '#api/catalogue/occasions/planning/contract.ts'
import { periodText } from '#locales/moments.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'

/** Reason of a clash by what is the same. */
const reasonOf = ({ isSameVenue, responsibleIds }: Clash) => {
  if (responsibleIds.length === 0) return 'clash.venue'
  return isSameVenue ? 'clash.both' : 'clash.person'
}

/**
 * Warning about occasions and exams at the same time with the same venue or people; nothing without any. It refuses
 * nothing.
 */
export function ClashNote({ clashes }: { clashes: readonly Clash[] }) {
  const t = useTexts('occasions')
  const language = useLanguage()
  if (clashes.length === 0) return null
  return (
    <InfoBox tone="warning" role="status" title={t('clash.title', { count: clashes.length })}>
      <p>{t('clash.text')}</p>
      <ul className="mt-1 list-disc pl-5">
        {clashes.map((clash) => (
          <li key={`${clash.kind} ${clash.id}`}>
            {clash.title}, {periodText(clash.startDate, clash.endDate, language)}: {t(reasonOf(clash))}
          </li>
        ))}
      </ul>
    </InfoBox>
  )
}

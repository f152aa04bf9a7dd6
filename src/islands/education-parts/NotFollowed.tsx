import type { ContentPackage } from '#api/packages/contract.ts'
import { useTexts } from '../texts.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'

/** What the course asks for and the portal does not do, for whoever uploaded it to judge. */
export function NotFollowed({ notes }: Pick<ContentPackage, 'notes'>) {
  const t = useTexts('management')
  if (notes.length === 0) return null
  return (
    <InfoBox tone="warning" title={t('package.notFollowed')}>
      <ul className="grid list-disc gap-1 pl-5 text-sm">
        {notes.map((note) => (
          <li key={note}>{t(`package.note.${note}`)}</li>
        ))}
      </ul>
    </InfoBox>
  )
}

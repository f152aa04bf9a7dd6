import { type ContentPackage, isPackageFault } from '#api/catalogue/packages/contract.ts'
import { useTexts } from '../client/texts.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'

/** Longest list that is shown open. */
const maxOpenNames = 3

/**
 * Warning with the files that the course refers to and that the package lacks. Nothing when there are none; a number
 * stands for those without a name in `names`.
 */
export function MissingFiles({ missingFiles: { count, names } }: Pick<ContentPackage, 'missingFiles'>) {
  const t = useTexts('management')
  if (count === 0) return null
  return (
    <InfoBox tone="warning" title={t('package.missing', { count })}>
      <p className="text-sm">{t('package.missingDetail')}</p>
      <details className="mt-1 text-sm" open={count <= maxOpenNames}>
        <summary className="min-h-8 cursor-pointer py-1 font-medium">{t('package.missingShow')}</summary>
        <ul className="grid list-disc gap-1 pl-5">
          {names.map((name) => (
            <li key={name} className="wrap-anywhere">
              {name}
            </li>
          ))}
          {count > names.length && <li>{t('package.missingMore', { count: count - names.length })}</li>}
        </ul>
      </details>
    </InfoBox>
  )
}

function Notes({ title, notes }: Pick<ContentPackage, 'notes'> & { title: string }) {
  const t = useTexts('management')
  if (notes.length === 0) return null
  return (
    <InfoBox tone="warning" title={title}>
      <ul className="grid list-disc gap-1 pl-5 text-sm">
        {notes.map((note) => (
          <li key={note}>{t(`package.note.${note}`)}</li>
        ))}
      </ul>
    </InfoBox>
  )
}

/** Lists faults of the package, then features of the course that the portal does not support. */
export function PackageNotes({ notes }: Pick<ContentPackage, 'notes'>) {
  const t = useTexts('management')
  return (
    <>
      <Notes title={t('package.faults')} notes={notes.filter(isPackageFault)} />
      <Notes title={t('package.notFollowed')} notes={notes.filter((note) => !isPackageFault(note))} />
    </>
  )
}

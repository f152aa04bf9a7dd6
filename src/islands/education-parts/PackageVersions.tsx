import { useEffect, useState } from 'react'
import type { PackageVersion } from '#api/catalogue/packages/contract.ts'
import { momentText } from '#locales/moments.ts'
import { api } from '../client/api.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { Badge } from '../ui/Badge.tsx'
import { MissingFiles, PackageNotes } from './PackageNotes.tsx'

const tones = { uploaded: 'neutral', unpacking: 'neutral', ready: 'success', refused: 'danger' } as const

interface VersionsProps {
  of: 'GET /EducationParts/:id/packages' | 'GET /EducatorArticulates/:id/packages'
  id: number
}

/**
 * Lists the packages of a part or of an educator material, the newest first, with missing files and notes of the one in
 * use. `of` is the call that reads them once for the owner's `id`. Shows nothing without packages or when they cannot
 * be read.
 */
export function PackageVersions({ of, id: ownerId }: VersionsProps) {
  const t = useTexts('management')
  const language = useLanguage()
  const [versions, setVersions] = useState<PackageVersion[]>([])
  useEffect(() => {
    // A list that fails to load is not shown; a failing connection is reported by the upload.
    api(of, { params: { id: ownerId } }).then(setVersions, () => undefined)
  }, [of, ownerId])
  if (versions.length === 0) return null
  const used = versions.find(({ current }) => current)
  return (
    <>
      {used && <MissingFiles {...used} />}
      {used && <PackageNotes {...used} />}
      <details className="rounded-card border border-line px-4 py-3">
        <summary className="cursor-pointer font-semibold">{t('package.versions', { count: versions.length })}</summary>
        <ul className="mt-3 grid gap-2 text-sm">
          {versions.map(({ id, originalName, uploaded, uploadedBy, state, current, message }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
              <span className="font-medium wrap-anywhere">{originalName}</span>
              <span className="text-muted">
                {momentText(uploaded, 'moment', language)}
                {uploadedBy && ` · ${uploadedBy}`}
              </span>
              <Badge tone={current ? 'accent' : tones[state]}>
                {t(current ? 'package.current' : `package.${state}`)}
              </Badge>
              {message && <span className="text-danger-ink">{message}</span>}
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}

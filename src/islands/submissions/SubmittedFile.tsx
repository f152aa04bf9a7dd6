import { Download, FileText, Film, ImageIcon } from '@lucide/icons'
import type { SubmissionFile } from '#api/participation/submissions/contract.ts'
import { toFileDisplay } from '#api/participation/submissions/rules.ts'
import { momentText } from '#locales/moments.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { formatBytes } from '../ui/format-bytes.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Link } from '../ui/Link.tsx'
import { ScanNote } from './ScanNote.tsx'

const icons = { document: FileText, text: FileText, none: FileText, picture: ImageIcon, video: Film }

/**
 * Row with one version of the submitted file and its scan. Its links open it, where browsers can show it, and save it,
 * but not an infected file.
 */
export function SubmittedFile({ file }: { file: SubmissionFile }) {
  const t = useTexts('submissions')
  const language = useLanguage()
  const viewKind = toFileDisplay(file.contentType)
  const icon = icons[viewKind]
  const facts = [
    t('version', { version: file.version }),
    formatBytes(file.size, language),
    momentText(file.uploaded, 'moment', language),
  ]
  return (
    <div className="flex items-center gap-3">
      <Icon of={icon} size={20} className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="truncate">
          {viewKind === 'none' || file.scan === 'Infected' ? (
            <span className="font-medium">{file.fileName}</span>
          ) : (
            <Link href={file.url} isExternal>
              {file.fileName}
            </Link>
          )}
        </p>
        <p className="text-sm text-muted tabular-nums">{facts.join(' · ')}</p>
        <ScanNote state={file.scan} />
      </div>
      {file.scan !== 'Infected' && (
        <IconButton
          href={`${file.url}&download=1`}
          label={t('save', { name: file.fileName, version: file.version })}
          icon={<Icon of={Download} size={18} />}
        />
      )}
    </div>
  )
}

/**
 * Folded list of all files but the first, in the given order; the first must be the newest. Nothing without earlier
 * ones.
 */
export function EarlierVersions({ files }: { files: readonly SubmissionFile[] }) {
  const t = useTexts('submissions')
  if (files.length < 2) return null
  return (
    <details>
      <summary className="w-fit cursor-pointer text-sm font-medium text-accent-ink">
        {t('earlier', { count: files.length - 1 })}
      </summary>
      <ul className="mt-2 grid gap-2">
        {files.slice(1).map((file) => (
          <li key={file.fileId}>
            <SubmittedFile file={file} />
          </li>
        ))}
      </ul>
    </details>
  )
}

import { FileText, Trash2 } from '@lucide/icons'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { formatBytes } from './format-bytes.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { Progress } from './Progress.tsx'

/** Progress of an upload, in bytes. */
export interface UploadProgress {
  sent: number
  total: number
  /** Whether the upload waits for the server, and then goes on by itself. */
  isPaused?: boolean
}

interface ChosenFilesProps {
  files: readonly File[]
  progress: UploadProgress | null | undefined
  onRemove: (file: File) => void
}

/**
 * List of files that are about to be uploaded. Each has its size and a button that calls `onRemove` with the file; the
 * caller removes it. Nothing without files.
 *
 * With `progress`, the bytes of the upload, a bar below names the first file and says when the upload is paused; the
 * buttons are disabled.
 */
export function ChosenFiles({ files, progress, onRemove }: ChosenFilesProps) {
  const t = useTexts('common')
  const language = useLanguage()
  if (files.length === 0) return null
  const size = (bytes: number) => formatBytes(bytes, language)
  return (
    <ul aria-label={t('chosenFiles')} className="mt-2 divide-y divide-line rounded-card border border-line bg-surface">
      {files.map((file) => (
        <li key={`${file.name}-${file.lastModified}`} className="flex items-center gap-3 py-1.5 pr-1.5 pl-4">
          <Icon of={FileText} size={18} className="shrink-0 text-muted" />
          <span className="min-w-0 flex-1 truncate">{file.name}</span>
          <span className="text-sm text-muted tabular-nums">{size(file.size)}</span>
          <IconButton
            label={t('removeFile', { name: file.name })}
            icon={<Icon of={Trash2} size={18} />}
            disabled={Boolean(progress)}
            onClick={() => onRemove(file)}
          />
        </li>
      ))}
      {progress && (
        <li className="px-4 py-3">
          <Progress
            label={t('uploading', { name: files[0]?.name })}
            done={progress.sent}
            total={progress.total}
            text={
              progress.isPaused
                ? t('uploadPaused')
                : t('uploadProgress', { sent: size(progress.sent), total: size(progress.total) })
            }
          />
        </li>
      )}
    </ul>
  )
}

import { Paperclip, Trash2 } from '@lucide/icons'
import { useRef, useState } from 'react'
import { mediaExtensions } from '#api/catalogue/media/rules.ts'
import type { MailingFile } from '#api/office/mailings/contract.ts'
import { mailingFileLimits } from '#api/office/mailings/rules.ts'
import { api } from '../client/api.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import type { UploadProgress } from '../ui/ChosenFiles.tsx'
import { FileDrop } from '../ui/FileDrop.tsx'
import { formatBytes } from '../ui/format-bytes.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'

interface FilesFieldProps {
  files: readonly MailingFile[]
  onChange: (files: MailingFile[]) => void
}

const accept = { 'application/octet-stream': mediaExtensions }

const sum = (files: readonly { size: number }[]) => files.reduce((total, { size }) => total + size, 0)

/** State of an upload: files are sent one after the other, and `onChange` gets each as it is stored. */
function useUpload({ files, onChange }: FilesFieldProps) {
  const t = useTexts('mailings')
  const language = useLanguage()
  const [sending, setSending] = useState<File[]>([])
  const [progress, setProgress] = useState<UploadProgress | null>(null)
  const [problem, setProblem] = useState<string>()
  // A file may be removed while another one is sent.
  const latest = useRef(files)
  latest.current = files
  const findExcess = (chosen: readonly File[]) => {
    if (files.length + chosen.length > mailingFileLimits.files)
      return t('filesTooMany', { limit: mailingFileLimits.files })
    if (sum(files) + sum(chosen) <= mailingFileLimits.bytes) return undefined
    return t('filesTooLarge', { size: formatBytes(mailingFileLimits.bytes, language) })
  }
  const send = async (chosen: File[]) => {
    const excess = findExcess(chosen)
    setProblem(excess)
    if (excess) return
    setSending(chosen)
    try {
      for (const file of chosen) {
        setProgress({ sent: 0, total: file.size })
        const options = { idempotencyKey: crypto.randomUUID(), onProgress: setProgress }
        const stored = await api('POST /Mailings/files', { body: {}, file }, options)
        onChange([...latest.current, stored])
        setSending((now) => now.filter((other) => other !== file))
      }
    } catch (error) {
      setProblem(toFailure(error).message)
    } finally {
      setSending([])
      setProgress(null)
    }
  }
  return { sending, progress, problem, send, clearProblem: () => setProblem(undefined) }
}

/**
 * Field for the files of a mailing: those that are attached, and a place for more. Chosen files are uploaded at once,
 * and `onChange` receives the list with each; a removed one leaves the list only. When there would be too many or they
 * would be too large together, none of the chosen ones is taken. A failed upload is shown and leaves out the rest.
 */
export function FilesField({ files, onChange }: FilesFieldProps) {
  const t = useTexts('mailings')
  const language = useLanguage()
  const { sending, progress, problem, send, clearProblem } = useUpload({ files, onChange })
  const remove = (file: MailingFile) => {
    clearProblem()
    onChange(files.filter(({ id }) => id !== file.id))
  }
  return (
    <div className="grid gap-2">
      <FileDrop
        name="files"
        label={t('files')}
        hint={t('filesHint', {
          count: mailingFileLimits.files,
          size: formatBytes(mailingFileLimits.bytes, language),
        })}
        files={sending}
        onChange={(chosen) => void send(chosen)}
        onRefuse={clearProblem}
        accept={accept}
        multiple
        maxBytes={mailingFileLimits.bytes}
        error={problem}
        progress={progress}
      />
      {files.length > 0 && (
        <ul aria-label={t('filesAttached')} className="divide-y divide-line rounded-card border border-line bg-surface">
          {files.map((file) => (
            <li key={file.id} className="flex items-center gap-3 py-1.5 pr-1.5 pl-4">
              <Icon of={Paperclip} size={18} className="shrink-0 text-muted" />
              <a href={file.url} className="min-w-0 flex-1 truncate underline underline-offset-3">
                {file.name}
              </a>
              <span className="text-sm text-muted tabular-nums">{formatBytes(file.size, language)}</span>
              <IconButton
                label={t('fileRemove', { name: file.name })}
                icon={<Icon of={Trash2} size={18} />}
                onClick={() => remove(file)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

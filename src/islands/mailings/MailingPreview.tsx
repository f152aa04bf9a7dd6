import { Paperclip } from '@lucide/icons'
import type { AudiencePreview, MailingFile } from '#api/office/mailings/contract.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { Card } from '../ui/Card.tsx'
import { formatBytes } from '../ui/format-bytes.ts'
import { Icon } from '../ui/Icon.tsx'
import { Select } from '../ui/Select.tsx'

const maxNames = 5

interface RecipientsProps {
  /** Null before the first one. */
  preview: AudiencePreview | null
  isRefused: boolean
}

/**
 * Number of recipients with the first five names at most, and the numbers of those without an e-mail address and of
 * those who declined. Says so when there is none. Without a preview (null) it says that it is loading, or that loading
 * failed when it is refused.
 */
export function Recipients({ preview, isRefused }: RecipientsProps) {
  const t = useTexts('mailings')
  if (!preview) return <p className="text-muted">{t(isRefused ? 'notLoaded' : 'loading')}</p>
  if (preview.total === 0) return <p>{t('none')}</p>
  const names = preview.first.slice(0, maxNames).map(({ name }) => name)
  const others = preview.total - names.length
  return (
    <div role="status">
      <p className="text-lg font-semibold tabular-nums">{t('recipients', { count: preview.total })}</p>
      <p className="mt-1 text-sm text-muted wrap-anywhere">
        {names.join(', ')} {others > 0 && t('more', { count: others })}
      </p>
      {preview.withoutAddress > 0 && (
        <p className="mt-1 text-sm text-warning-ink">{t('withoutAddress', { count: preview.withoutAddress })}</p>
      )}
      {preview.declined > 0 && <p className="mt-1 text-sm text-muted">{t('declined', { count: preview.declined })}</p>}
    </div>
  )
}

interface MailPreviewProps {
  preview: AudiencePreview | null
  /** Files that are attached to the mail. */
  files: readonly MailingFile[]
  onChoose: (userId: number) => void
}

/**
 * The mail as a chosen recipient would get it, with the names of its files; a note while there is no text. `onChoose`
 * asks for that of another by the user's id; the caller loads it into `preview`.
 */
export function MailPreview({ preview, files, onChoose }: MailPreviewProps) {
  const t = useTexts('mailings')
  const language = useLanguage()
  const mail = preview?.mail
  return (
    <Card title={t('preview')}>
      {mail && (
        <Select
          name="preview-as"
          label={t('previewAs')}
          options={preview.first.map(({ userId, name }) => ({ value: userId, label: name }))}
          value={mail.userId}
          onChange={(event) => onChoose(Number(event.target.value))}
        />
      )}
      {mail && (mail.subject || mail.text) ? (
        <article className="mt-5 rounded-control border border-line bg-canvas p-4">
          <p className="font-semibold wrap-anywhere">{mail.subject}</p>
          <p className="mt-3 whitespace-pre-line wrap-anywhere">{mail.text}</p>
          {files.length > 0 && (
            <ul aria-label={t('filesAttached')} className="mt-4 grid gap-1 border-t border-line pt-3 text-sm">
              {files.map(({ id, name, size }) => (
                <li key={id} className="flex items-center gap-2">
                  <Icon of={Paperclip} size={16} className="shrink-0 text-muted" />
                  <span className="min-w-0 wrap-anywhere">{name}</span>
                  <span className="text-muted tabular-nums">{formatBytes(size, language)}</span>
                </li>
              ))}
            </ul>
          )}
        </article>
      ) : (
        <p className="mt-4 text-muted">{t('previewEmpty')}</p>
      )}
    </Card>
  )
}

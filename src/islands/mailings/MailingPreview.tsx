import type { AudiencePreview } from '#api/office/mailings/contract.ts'
import { useTexts } from '../client/texts.tsx'
import { Card } from '../ui/Card.tsx'
import { Select } from '../ui/Select.tsx'

const maxNames = 5

interface RecipientsProps {
  /** Null before the first one. */
  preview: AudiencePreview | null
  isRefused: boolean
}

/**
 * Number of recipients with the first five names at most, and the numbers of those without an e-mail address and of
 * those who declined. Without a preview (null) it says that it is loading, or that loading failed when it is refused.
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
  onChoose: (userId: number) => void
}

/** The mail as a chosen recipient would get it. */
export function MailPreview({ preview, onChoose }: MailPreviewProps) {
  const t = useTexts('mailings')
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
        </article>
      ) : (
        <p className="mt-4 text-muted">{t('previewEmpty')}</p>
      )}
    </Card>
  )
}

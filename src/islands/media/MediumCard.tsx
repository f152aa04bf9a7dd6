import { Archive, FileText, Film, Link2, Music, Pencil, Unlink } from 'lucide-react'
import type { Media, MediaTag } from '#api/catalogue/media/contract.ts'
import { useLanguage, useTexts } from '../texts.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { formatBytes } from '../ui/format-bytes.ts'
import { IconButton } from '../ui/IconButton.tsx'

export interface MediumCardProps {
  medium: Media
  tags: readonly MediaTag[]
  onEdit?: (() => void) | undefined
  onDisconnect?: (() => void) | undefined
}

const shownTypes = /^image\//

function symbolOf({ kind, contentType }: Media) {
  if (kind === 1) return Link2
  if (contentType?.startsWith('video/')) return Film
  if (contentType?.startsWith('audio/')) return Music
  return contentType === 'application/zip' ? Archive : FileText
}

function Preview({ medium }: { medium: Media }) {
  const Sign = symbolOf(medium)
  const isPicture = medium.kind === 0 && shownTypes.test(medium.contentType ?? '')
  return (
    <div
      className={`grid place-items-center overflow-hidden rounded-t-card bg-sunken text-muted ${isPicture ? 'aspect-video' : 'h-24'}`}
    >
      {isPicture ? (
        <img src={medium.url} alt="" loading="lazy" className="size-full object-contain" />
      ) : (
        <Sign size={32} aria-hidden />
      )}
    </div>
  )
}

/** The address of what is saved rather than opened. */
const downloadOf = (url: string) => `${url}${url.includes('?') ? '&' : '?'}download=1`

/** A medium with what it is, what it is about, and its one action: to be opened or saved. */
export function MediumCard({ medium, tags, onEdit, onDisconnect }: MediumCardProps) {
  const t = useTexts('media')
  const language = useLanguage()
  const { title, description, kind, url, fileName, size, tagIds, inLibrary } = medium
  const worn = tags.filter(({ id }) => tagIds.includes(id))
  return (
    <li className="flex flex-col rounded-card border border-line bg-surface shadow-card">
      <Preview medium={medium} />
      <div className="flex flex-1 flex-col gap-2 p-4">
        <h2 className="text-lg wrap-anywhere">
          <a href={url} className="hover:text-accent-ink" {...(kind === 1 && { rel: 'noopener noreferrer' })}>
            {title}
          </a>
        </h2>
        {description && <p className="line-clamp-3 text-sm text-muted">{description}</p>}
        <p className="text-sm wrap-anywhere text-muted">
          {kind === 1 ? new URL(url).hostname : `${fileName} · ${formatBytes(size ?? 0, language)}`}
        </p>
        {(worn.length > 0 || !inLibrary) && (
          <p className="flex flex-wrap gap-1.5">
            {!inLibrary && <Badge tone="warning">{t('notInLibrary')}</Badge>}
            {worn.map(({ id, name }) => (
              <Badge key={id}>{name}</Badge>
            ))}
          </p>
        )}
        <div className="mt-auto flex flex-wrap items-center gap-1 pt-2">
          <Button size="small" href={kind === 0 ? downloadOf(url) : url}>
            {t(kind === 0 ? 'download' : 'open')}
            <span className="sr-only"> {title}</span>
          </Button>
          {onEdit && <IconButton label={t('edit', { title })} icon={<Pencil size={18} />} onClick={onEdit} />}
          {onDisconnect && (
            <IconButton label={t('disconnect', { title })} icon={<Unlink size={18} />} onClick={onDisconnect} />
          )}
        </div>
      </div>
    </li>
  )
}

import { Pencil, Unlink } from '@lucide/icons'
import type { Media, MediaTag } from '#api/catalogue/media/contract.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { isPicture, mediumHref, mediumKind, mediumLook, mediumSource, mediumTone } from './medium-look.ts'

export interface MediumCardProps {
  medium: Media
  tags: readonly MediaTag[]
  onEdit?: (() => void) | undefined
  onDisconnect?: (() => void) | undefined
}

/**
 * List item with a medium: its picture or icon, source and tags, whose names are taken from `tags`, the list of all. A
 * badge says when the library does not show it. The title opens it, and a button saves a file or opens a link. It has
 * buttons to edit and disconnect where it receives their functions.
 */
export function MediumCard({ medium, tags, onEdit, onDisconnect }: MediumCardProps) {
  const t = useTexts('media')
  const language = useLanguage()
  const { title, description, kind, url, tagIds, inLibrary } = medium
  const mediumTags = tags.filter(({ id }) => tagIds.includes(id))
  return (
    <li className={mediumLook.frame}>
      <div className={mediumLook.preview(medium)}>
        {isPicture(medium) ? (
          <img src={url} alt="" loading="lazy" className={mediumLook.picture} />
        ) : (
          <>
            <Icon of={mediumTone(medium).icon} size={28} />
            {t(`kindName.${mediumKind(medium)}`)}
          </>
        )}
      </div>
      <div className={mediumLook.content}>
        <h2 className={mediumLook.title}>
          <a href={url} className={mediumLook.link} {...(kind === 1 && { rel: 'noopener noreferrer' })}>
            {title}
          </a>
        </h2>
        {description && <p className={mediumLook.description}>{description}</p>}
        <p className={mediumLook.source}>{mediumSource(medium, language)}</p>
        {(mediumTags.length > 0 || !inLibrary) && (
          <p className={mediumLook.badges}>
            {!inLibrary && <Badge tone="warning">{t('notInLibrary')}</Badge>}
            {mediumTags.map(({ id, name }) => (
              <Badge key={id}>{name}</Badge>
            ))}
          </p>
        )}
        <div className={mediumLook.actions}>
          <Button size="small" href={mediumHref(medium)}>
            {t(kind === 0 ? 'download' : 'open')}
            <span className="sr-only"> {title}</span>
          </Button>
          {onEdit && <IconButton label={t('edit', { title })} icon={<Icon of={Pencil} size={18} />} onClick={onEdit} />}
          {onDisconnect && (
            <IconButton
              label={t('disconnect', { title })}
              icon={<Icon of={Unlink} size={18} />}
              onClick={onDisconnect}
            />
          )}
        </div>
      </div>
    </li>
  )
}

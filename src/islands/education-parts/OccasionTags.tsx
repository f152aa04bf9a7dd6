import { Link2, Pencil, Plus, Trash2 } from '@lucide/icons'
import { useState } from 'react'
import type { Tag } from '#api/participation/tags/contract.ts'
import { momentText } from '#locales/moments.ts'
import { api } from '../client/api.ts'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { toast, toastOnNextPage } from '../ui/toast.ts'
import { TagDialog, type TagPart } from './TagDialog.tsx'
import type { TaggableOccasion } from './tag-choices.ts'

interface TagsProps {
  educationId: number
  tags: readonly Tag[]
  parts: readonly TagPart[]
  occasions: readonly TaggableOccasion[]
}

type OpenDialog = { kind: 'edit'; tag: Tag | null } | { kind: 'remove'; tag: Tag }

interface RowProps {
  tag: Tag
  tied: readonly TaggableOccasion[]
  partTitle: (id: number) => string
  onEdit: () => void
  onRemove: () => void
}

function Row({ tag, tied, partTitle, onEdit, onRemove }: RowProps) {
  const t = useTexts('management')
  const language = useLanguage()
  const { name } = tag
  return (
    <li className="flex items-start justify-between gap-3 rounded-card border border-line bg-surface p-4">
      <div className="min-w-0">
        <h3 className="flex items-center gap-2">
          <Icon of={Link2} size={17} className="shrink-0 text-muted" />
          {name}
        </h3>
        {tied.length === 0 && <p className="text-sm text-muted">{t('tags.empty')}</p>}
        <ul className="mt-1 grid gap-1 text-sm">
          {tied.map(({ id, educationPartId, startDate, city }) => (
            <li key={id}>
              <a
                href={`/education/manageOccasion/${id}`}
                className="font-medium text-accent-ink underline underline-offset-3"
              >
                {partTitle(educationPartId)}
              </a>
              : {momentText(startDate, 'moment', language)}, {city}
            </li>
          ))}
        </ul>
      </div>
      <div className="flex">
        <IconButton label={t('tags.edit', { name })} icon={<Icon of={Pencil} size={18} />} onClick={onEdit} />
        <IconButton label={t('tags.remove', { name })} icon={<Icon of={Trash2} size={18} />} onClick={onRemove} />
      </div>
    </li>
  )
}

function Tags({ educationId, tags, parts, occasions }: TagsProps) {
  const t = useTexts('management')
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const close = () => setOpened(null)
  const done = (text: string) => {
    toastOnNextPage(t(text))
    location.reload()
  }
  async function remove({ id }: Tag) {
    setIsBusy(true)
    try {
      await api('DELETE /tag/:id', { params: { id } })
      done('tags.removed')
    } catch (error) {
      setIsBusy(false)
      close()
      toast(toFailure(error).message, 'danger')
    }
  }
  const partTitle = (id: number) => parts.find((part) => part.id === id)?.title ?? ''
  return (
    <>
      {tags.length === 0 && <p className="mb-4 text-muted">{t('tags.none')}</p>}
      <ul className="mb-4 grid max-w-text gap-3 empty:hidden">
        {tags.map((tag) => (
          <Row
            key={tag.id}
            tag={tag}
            tied={occasions.filter(({ tagId, canceled }) => tagId === tag.id && !canceled)}
            partTitle={partTitle}
            onEdit={() => setOpened({ kind: 'edit', tag })}
            onRemove={() => setOpened({ kind: 'remove', tag })}
          />
        ))}
      </ul>
      <Button icon={<Icon of={Plus} size={18} />} onClick={() => setOpened({ kind: 'edit', tag: null })}>
        {t('tags.new')}
      </Button>
      {opened?.kind === 'edit' && (
        <TagDialog
          educationId={educationId}
          parts={parts}
          occasions={occasions}
          tag={opened.tag}
          onSaved={() => done('tags.saved')}
          onClose={close}
        />
      )}
      <Confirm
        open={opened?.kind === 'remove'}
        question={t('tags.removeQuestion', { name: opened?.tag?.name })}
        detail={t('tags.removeDetail')}
        action={t('tags.removeAction')}
        isDangerous
        isBusy={isBusy}
        onConfirm={() => opened?.tag && void remove(opened.tag)}
        onCancel={close}
      />
    </>
  )
}

/**
 * Tags of an education, each for occasions that are chosen together: list, editor and removal, which is confirmed
 * first. The page is loaded again after a change, with a toast. A failed removal is a toast.
 */
export const OccasionTags = island(Tags)

import { Bookmark, Trash2, Users } from '@lucide/icons'
import { useState } from 'react'
import type { SavedView } from '#api/office/saved-views/contract.ts'
import { formatViewHref, normalizeQuery } from '#api/office/saved-views/rules.ts'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { toast } from '../ui/toast.ts'
import { SaveViewDialog } from './SaveViewDialog.tsx'
import { useListQuery } from './use-list-query.ts'

interface ViewsProps {
  list: SavedView['list']
  views: SavedView[]
  /** Query of the page. */
  query: string
  /** Whether the reader may share a view with everybody who may open the list. */
  canShare: boolean
}

interface ViewChipProps {
  view: SavedView
  isCurrent: boolean
  onRemove: () => void
}

function ViewChip({ view, isCurrent, onRemove }: ViewChipProps) {
  const t = useTexts('saved-views')
  const look = isCurrent ? 'border-accent bg-accent-soft' : 'border-line bg-surface'
  return (
    <li className={`inline-flex min-h-9 max-w-full items-center rounded-full border ${look}`}>
      <a
        href={formatViewHref(view.list, view.query)}
        aria-current={isCurrent ? 'page' : undefined}
        className="inline-flex min-w-0 items-center gap-2 px-4 py-1 font-semibold underline-offset-3 hover:underline"
      >
        {view.isShared && <Icon of={Users} size={16} />}
        <span className="truncate">{view.name}</span>
        {view.isShared && (
          <span className="sr-only">{view.ownerName ? t('sharedBy', { name: view.ownerName }) : t('shared')}</span>
        )}
      </a>
      {view.canRemove && (
        <IconButton
          label={t('remove', { name: view.name })}
          icon={<Icon of={Trash2} size={16} />}
          size="small"
          onClick={onRemove}
        />
      )}
    </li>
  )
}

const byName = (a: SavedView, b: SavedView) => a.name.localeCompare(b.name, 'sv')

function Views({ list, views, query, canShare }: ViewsProps) {
  const t = useTexts('saved-views')
  const [shown, setShown] = useState(views)
  const [savedQuery, setSavedQuery] = useState<string | null>(null)
  const current = normalizeQuery(list, useListQuery(query))
  const saved = (view: SavedView) => {
    setShown((before) => [...before.filter(({ id }) => id !== view.id), view].sort(byName))
    setSavedQuery(null)
    toast(t('saved', { name: view.name }))
  }
  const remove = async ({ id }: SavedView) => {
    try {
      await api('DELETE /SavedViews/:id', { params: { id } })
      setShown((before) => before.filter((view) => view.id !== id))
    } catch (error) {
      toast(toFailure(error).message, 'danger')
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ul aria-label={t('title')} className="contents">
        {shown.map((view) => (
          <ViewChip key={view.id} view={view} isCurrent={view.query === current} onRemove={() => void remove(view)} />
        ))}
      </ul>
      <Button
        tone="quiet"
        size="small"
        // Without views its icon lines up with what is above and below.
        className={shown.length === 0 ? '-ml-3' : undefined}
        icon={<Icon of={Bookmark} size={16} />}
        onClick={() => setSavedQuery(normalizeQuery(list, location.search))}
      >
        {t('save')}
      </Button>
      {savedQuery !== null && (
        <SaveViewDialog
          list={list}
          query={savedQuery}
          canShare={canShare}
          onSaved={saved}
          onClose={() => setSavedQuery(null)}
        />
      )}
    </div>
  )
}

/**
 * Saved views of a list by name, each a link, and the button that saves the current filter, with a toast. A view is
 * removed without a question; a refusal is a toast.
 */
export const SavedViews = island(Views)

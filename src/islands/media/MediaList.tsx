import { Link2, Plus } from '@lucide/icons'
import { useState } from 'react'
import type { Media, MediaTag } from '#api/catalogue/media/contract.ts'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Icon } from '../ui/Icon.tsx'
import { toast, toastOnNextPage } from '../ui/toast.ts'
import { ConnectDialog } from './ConnectDialog.tsx'
import { MediumCard } from './MediumCard.tsx'
import { MediumEditor } from './MediumEditor.tsx'
import { mediumLook } from './medium-look.ts'

interface MediaListProps {
  media: readonly Media[]
  tags: readonly MediaTag[]
  /** The person when allowed to add media; absent for a reader. */
  editor?: { id: number; changesAll: boolean; maxBytes: number } | null | undefined
  /** The education whose media are listed; absent for the library. */
  educationId?: number | undefined
  emptyTitle: string
  emptyText: string
}

type OpenDialog = { kind: 'medium'; medium?: Media } | { kind: 'connect' }

function List({ media, tags, editor, educationId, emptyTitle, emptyText }: MediaListProps) {
  const t = useTexts('media')
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  const close = () => setOpened(null)
  // The filters are in the address, so reloading the page shows the same list.
  const done = (text: string) => {
    toastOnNextPage(t(text))
    location.reload()
  }
  const disconnect = async (mediaId: number, education: number) => {
    try {
      await api('DELETE /Media/:mediaId/education/:educationId', { params: { mediaId, educationId: education } })
      done('disconnected')
    } catch (error) {
      toast(toFailure(error).message, 'danger')
    }
  }
  const mayChange = ({ uploadedByUserId }: Media) => editor?.changesAll || editor?.id === uploadedByUserId
  return (
    <>
      {editor && (
        <div className="mb-5 flex flex-wrap gap-3">
          <Button tone="primary" icon={<Icon of={Plus} size={18} />} onClick={() => setOpened({ kind: 'medium' })}>
            {t('add')}
          </Button>
          {educationId !== undefined && (
            <Button icon={<Icon of={Link2} size={18} />} onClick={() => setOpened({ kind: 'connect' })}>
              {t('connect')}
            </Button>
          )}
        </div>
      )}
      {media.length === 0 ? (
        <EmptyState title={emptyTitle}>{emptyText}</EmptyState>
      ) : (
        <ul className={mediumLook.list}>
          {media.map((medium) => (
            <MediumCard
              key={medium.id}
              medium={medium}
              tags={tags}
              onEdit={mayChange(medium) ? () => setOpened({ kind: 'medium', medium }) : undefined}
              onDisconnect={
                editor && educationId !== undefined ? () => void disconnect(medium.id, educationId) : undefined
              }
            />
          ))}
        </ul>
      )}
      {opened?.kind === 'medium' && editor && (
        <MediumEditor
          medium={opened.medium}
          maxBytes={editor.maxBytes}
          educationId={educationId}
          tags={tags}
          onDone={done}
          onClose={close}
        />
      )}
      {opened?.kind === 'connect' && educationId !== undefined && (
        <ConnectDialog
          educationId={educationId}
          ownMediaIds={media.map(({ id }) => id)}
          onDone={() => done('connected')}
          onClose={close}
        />
      )}
    </>
  )
}

/**
 * Media of the library or of an education. An editor adds and connects media, and changes the own ones or, with
 * `changesAll`, all. The page is loaded again after a change, with a toast. An education's medium is disconnected
 * without a question; a failed disconnection is a toast.
 */
export const MediaList = island(List)

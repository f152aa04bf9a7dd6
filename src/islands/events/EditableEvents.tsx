import { Pencil, Plus, Trash2 } from '@lucide/icons'
import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { Event } from '#api/catalogue/events/contract.ts'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { EventEditor } from './EventEditor.tsx'
import { EventItem } from './EventItem.tsx'
import { createEventsState, type EventAuthor, type EventCalls, type EventsStore, isSaving } from './state.ts'

const calls: EventCalls = {
  create: withIdempotencyKey((content, idempotencyKey) =>
    api('POST /Events', { body: { content } }, { idempotencyKey }),
  ),
  change: ({ id, modified }, content) => api('PUT /Events', { body: { id, content, modified } }),
  remove: ({ id }) => api('DELETE /Events', { query: { id } }),
}

interface EditableEventsProps {
  events: readonly Event[]
  author: EventAuthor
}

/** Returns the focus to the button that opened the editor. */
function useFocusReturn(isEditing: boolean) {
  const button = useRef<HTMLDivElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.querySelector('button')?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  return button
}

/**
 * Latest events with their editor, for those who may write them. A change is shown at once and taken back when it
 * fails. A removal asks first. Newer `events` replace the list unless the person is editing, removing or saving one.
 */
export function EventsWithEditor({ events: initial, author }: EditableEventsProps) {
  const t = useTexts('events')
  const [store] = useState(() => createEventsState(initial, author, calls))
  useEffect(() => store.receive(initial), [store, initial])
  const state = useStore(store.$state)
  const { events, draft, removing, failure } = state
  const newButton = useFocusReturn(draft !== null)
  const editor = draft && (
    <EventEditor draft={draft} onType={store.type} onSave={() => void store.save()} onCancel={store.cancel} />
  )
  return (
    <div className="space-y-4">
      {failure && <ErrorBox title={t('removeFailed')}>{failure}</ErrorBox>}
      {draft && !draft.event ? (
        editor
      ) : (
        <div ref={newButton}>
          <Button size="small" icon={<Icon of={Plus} size={16} />} isBusy={isSaving(state)} onClick={store.create}>
            {t('new')}
          </Button>
        </div>
      )}
      {events.length === 0 && !draft && <p className="text-muted">{t('empty')}</p>}
      <ul className="divide-y divide-line">
        {events.map((event) =>
          draft?.event?.id === event.id ? (
            <li key={event.id}>{editor}</li>
          ) : (
            <EventItem
              key={event.id}
              event={event}
              actions={!event.saving && <EventActions event={event} store={store} />}
            />
          ),
        )}
      </ul>
      <Confirm
        open={removing !== null}
        question={t('removeQuestion')}
        detail={removing?.content}
        action={t('remove')}
        isDangerous
        onConfirm={() => void store.remove()}
        onCancel={() => store.askToRemove(null)}
      />
    </div>
  )
}

function EventActions({ event, store }: { event: Event; store: EventsStore }) {
  const t = useTexts('events')
  return (
    <div className="-my-1 flex">
      <IconButton
        size="small"
        label={t('edit', { content: event.content })}
        icon={<Icon of={Pencil} size={16} />}
        onClick={() => store.edit(event)}
      />
      <IconButton
        size="small"
        label={t('removeEvent', { content: event.content })}
        icon={<Icon of={Trash2} size={16} />}
        onClick={() => store.askToRemove(event)}
      />
    </div>
  )
}

/** Island of `EventsWithEditor`. */
export const EditableEvents = island(EventsWithEditor)

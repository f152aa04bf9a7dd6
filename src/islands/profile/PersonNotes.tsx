import { Trash2 } from '@lucide/icons'
import { useState } from 'react'
import type { PersonNote } from '#api/people/person-notes/contract.ts'
import { maxNoteLength } from '#api/people/person-notes/rules.ts'
import { momentText } from '#locales/moments.ts'
import { api } from '../client/api.ts'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { toFailure } from '../editing/use-draft.ts'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { toast } from '../ui/toast.ts'

interface PersonNotesProps {
  userId: number
  notes: readonly PersonNote[]
}

/** Form that adds a note; what was typed stays after a failure, and a retry after a lost answer writes once. */
function NoteForm({ userId, onAdded }: { userId: number; onAdded: (note: PersonNote) => void }) {
  const t = useTexts('profile')
  const [text, setText] = useState('')
  const { isBusy, failure, run } = useSaving()
  const [write] = useState(() =>
    withIdempotencyKey((body: { text: string }, idempotencyKey) =>
      api('POST /user/:id/Notes', { params: { id: userId }, body }, { idempotencyKey }),
    ),
  )
  const save = async () => {
    onAdded(await write({ text: text.trim() }))
    setText('')
    toast(t('office.noteAdded'))
  }
  return (
    <div className="grid gap-2">
      <TextArea
        name="note"
        label={t('office.note')}
        hint={t('office.noteHint')}
        rows={3}
        limit={maxNoteLength}
        value={text}
        error={failure ? (failure.fields['text'] ?? failure.message) : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      <div>
        <Button isBusy={isBusy} disabled={text.trim() === ''} onClick={() => void run(save)}>
          {t('office.noteSave')}
        </Button>
      </div>
    </div>
  )
}

interface RemoveNoteProps {
  userId: number
  note: PersonNote
  onRemoved: () => void
  onClose: () => void
}

/** Question before a note is removed for good, and the write. A failure is a toast. */
function RemoveNote({ userId, note, onRemoved, onClose }: RemoveNoteProps) {
  const t = useTexts('profile')
  const [isBusy, setIsBusy] = useState(false)
  const remove = async () => {
    setIsBusy(true)
    try {
      await api('DELETE /user/:id/Notes/:noteId', { params: { id: userId, noteId: note.id } })
      toast(t('office.noteRemoved'))
      onRemoved()
    } catch (error) {
      toast(toFailure(error).message, 'danger')
    }
    onClose()
  }
  return (
    <Confirm
      open
      question={t('office.noteQuestion')}
      detail={t('office.noteDetail')}
      action={t('office.noteRemove')}
      isDangerous
      isBusy={isBusy}
      onConfirm={() => void remove()}
      onCancel={onClose}
    />
  )
}

function Notes({ userId, notes }: PersonNotesProps) {
  const t = useTexts('profile')
  const language = useLanguage()
  const [shown, setShown] = useState(notes)
  const [removing, setRemoving] = useState<PersonNote | null>(null)
  return (
    <div className="grid gap-4">
      <NoteForm userId={userId} onAdded={(note) => setShown([note, ...shown.filter(({ id }) => id !== note.id)])} />
      {shown.length > 0 && (
        <ul className="divide-y divide-line" aria-label={t('sections.notes')}>
          {shown.map((note) => (
            <li key={note.id} className="flex items-start gap-3 py-3">
              <div className="min-w-0 flex-1">
                <p className="text-sm text-muted">
                  {note.authorName} · {momentText(note.created, 'moment', language)}
                </p>
                <p className="whitespace-pre-wrap wrap-anywhere">{note.text}</p>
              </div>
              {note.mayRemove && (
                <IconButton
                  label={t('office.noteRemoveOf', { moment: momentText(note.created, 'moment', language) })}
                  icon={<Icon of={Trash2} size={18} />}
                  onClick={() => setRemoving(note)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {removing && (
        <RemoveNote
          userId={userId}
          note={removing}
          onRemoved={() => setShown(shown.filter(({ id }) => id !== removing.id))}
          onClose={() => setRemoving(null)}
        />
      )}
    </div>
  )
}

/** The office's notes about a person, the newest first, with a form for another one; the caller removes own notes. */
export const PersonNotes = island(Notes)

import { Pencil, Trash2 } from '@lucide/icons'
import { useState } from 'react'
import type { DisturbanceMessage } from '#api/foundation/disturbance-messages/contract.ts'
import { momentText } from '#locales/moments.ts'
import { api } from '../client/api.ts'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { draftFields } from '../editing/draft-fields.ts'
import { FailureBox } from '../editing/SaveBar.tsx'
import { useUnsavedWarning } from '../editing/use-draft.ts'
import { useForm } from '../editing/use-form.ts'
import { useSaving } from '../editing/use-saving.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { DatePicker } from '../ui/DatePicker.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { toast } from '../ui/toast.ts'

const zone = 'Europe/Stockholm'
const maxContent = 1000

type Draft = Pick<DisturbanceMessage, 'content' | 'from' | 'to'>

const create = withIdempotencyKey((body: Draft, idempotencyKey: string) =>
  api('POST /DisturbanceMessage', { body }, { idempotencyKey }),
)

interface EditorProps {
  message: DisturbanceMessage | null
  onSaved: () => Promise<void>
  onCancel?: (() => void) | undefined
}

/** Form of a message that saves and shows it at once. Without times it is shown until it is removed. */
function Editor({ message, onSaved, onCancel }: EditorProps) {
  const t = useTexts('configuration')
  const stored = { content: message?.content ?? '', from: message?.from ?? null, to: message?.to ?? null }
  const form = useForm<Draft>(stored)
  const { draft, change, isBusy, failure, run } = form
  const labelOf = (name: string) => t(`disturbance.${name}`)
  const { text, value } = draftFields(form, labelOf)
  useUnsavedWarning(JSON.stringify(draft) !== JSON.stringify(stored))
  const save = async () => {
    if (message)
      await api('PUT /DisturbanceMessage', { body: { ...draft, id: message.id, lastChange: message.lastChange } })
    else await create(draft)
    change(stored)
    toast(t(message ? 'saved' : 'disturbance.published'))
    await onSaved()
  }
  const suffix = message?.id ?? 'new'
  return (
    <form
      noValidate
      className="grid gap-5 rounded-card border border-line bg-surface p-5"
      onSubmit={(event) => {
        event.preventDefault()
        void run(save)
      }}
    >
      <FailureBox failure={failure} labelOf={labelOf} />
      <TextArea
        {...text('content')}
        id={`content-${suffix}`}
        label={t(message ? 'disturbance.content' : 'disturbance.newContent')}
        required
        rows={2}
        limit={maxContent}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        {(['from', 'to'] as const).map((name) => (
          <DatePicker
            key={name}
            {...value(name)}
            id={`${name}-${suffix}`}
            hint={t(`disturbance.${name}Hint`)}
            hasTime
            zone={zone}
          />
        ))}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" tone="primary" isBusy={isBusy}>
          {t(message ? 'disturbance.save' : 'disturbance.publish')}
        </Button>
        {onCancel && <Button onClick={onCancel}>{t('cancel')}</Button>}
      </div>
    </form>
  )
}

function usePeriod() {
  const t = useTexts('configuration')
  const language = useLanguage()
  return ({ from, to }: Draft) => {
    const text = (date: Date) => momentText(date, 'moment', language)
    if (from && to) return `${text(from)} – ${text(to)}`
    if (from) return t('disturbance.since', { date: text(from) })
    return to ? t('disturbance.until', { date: text(to) }) : t('disturbance.always')
  }
}

const stateOf = ({ active, to }: DisturbanceMessage, shownId: number | undefined, id: number) => {
  if (active) return id === shownId ? 'shown' : 'behind'
  return to && to <= new Date() ? 'past' : 'coming'
}
const tones = { shown: 'success', behind: 'warning', past: 'neutral', coming: 'accent' } as const

function Messages({ messages: initial }: { messages: DisturbanceMessage[] }) {
  const t = useTexts('configuration')
  const period = usePeriod()
  const [messages, setMessages] = useState(initial)
  const [editing, setEditing] = useState<number | null>(null)
  const [removing, setRemoving] = useState<DisturbanceMessage | null>(null)
  const { isBusy, failure, run } = useSaving()
  const reload = async () => {
    setMessages(await api('GET /DisturbanceMessage'))
    setEditing(null)
  }
  const remove = (id: number) =>
    run(async () => {
      setRemoving(null)
      await api('DELETE /DisturbanceMessage/:id', { params: { id } })
      await reload()
    })
  const shownId = messages.find(({ active }) => active)?.id
  return (
    <div className="grid gap-6">
      <Editor message={null} onSaved={reload} />
      {failure && <ErrorBox>{failure.message}</ErrorBox>}
      {messages.length === 0 && <EmptyState title={t('disturbance.empty')} />}
      <ul className="grid gap-3">
        {messages.map((message) => {
          const state = stateOf(message, shownId, message.id)
          return (
            <li key={message.id}>
              {editing === message.id ? (
                <Editor message={message} onSaved={reload} onCancel={() => setEditing(null)} />
              ) : (
                <div className="flex items-start gap-4 rounded-card border border-line bg-surface px-5 py-4">
                  <div className="min-w-0 flex-1">
                    <p className="font-medium wrap-anywhere">{message.content}</p>
                    <p className="mt-1 flex flex-wrap items-center gap-3 text-sm text-muted" suppressHydrationWarning>
                      <Badge tone={tones[state]}>{t(`disturbance.${state}`)}</Badge>
                      {period(message)}
                    </p>
                  </div>
                  <IconButton
                    label={t('disturbance.edit', message)}
                    icon={<Icon of={Pencil} size={18} />}
                    onClick={() => setEditing(message.id)}
                  />
                  <IconButton
                    label={t('disturbance.remove', message)}
                    icon={<Icon of={Trash2} size={18} />}
                    onClick={() => setRemoving(message)}
                  />
                </div>
              )}
            </li>
          )
        })}
      </ul>
      <Confirm
        open={removing !== null}
        question={t('disturbance.removeQuestion')}
        detail={removing?.content}
        action={t('disturbance.removeAction')}
        isDangerous
        isBusy={isBusy}
        onConfirm={() => removing && void remove(removing.id)}
        onCancel={() => setRemoving(null)}
      />
    </div>
  )
}

/**
 * List of all disturbance messages, the newest first, with their editor and one for a new message. Of several current
 * ones, only the newest is shown on the pages. A removal is confirmed first; its failure is shown above the list.
 */
export const DisturbanceMessages = island(Messages)

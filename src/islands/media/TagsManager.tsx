import { ArrowDown, ArrowUp, Trash2 } from '@lucide/icons'
import { type FormEvent, useState } from 'react'
import type { MediaTag } from '#api/catalogue/media/contract.ts'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { toFailure } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { toast } from '../ui/toast.ts'

interface RowProps {
  tag: MediaTag
  isFirst: boolean
  isLast: boolean
  onRename: (name: string) => Promise<string | null>
  onMove: (step: 1 | -1) => void
  onDelete: () => void
}

function Row({ tag, isFirst, isLast, onRename, onMove, onDelete }: RowProps) {
  const t = useTexts('media')
  const [name, setName] = useState(tag.name)
  const [problem, setProblem] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setProblem(await onRename(name))
  }
  const titleValues = { title: tag.name }
  return (
    <li className="flex flex-wrap items-start gap-2 rounded-card border border-line bg-surface p-3">
      <form onSubmit={(event) => void submit(event)} className="flex min-w-0 flex-1 items-start gap-2" noValidate>
        <Field
          className="min-w-0 flex-1"
          name={`tag-${tag.id}`}
          label={t('tag.nameOf', titleValues)}
          hidesLabel
          maxLength={100}
          error={problem ?? undefined}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {name !== tag.name && (
          <Button type="submit" tone="primary">
            {t('save')}
          </Button>
        )}
      </form>
      <div className="flex">
        <IconButton
          label={t('tag.up', titleValues)}
          icon={<Icon of={ArrowUp} size={18} />}
          disabled={isFirst}
          onClick={() => onMove(-1)}
        />
        <IconButton
          label={t('tag.down', titleValues)}
          icon={<Icon of={ArrowDown} size={18} />}
          disabled={isLast}
          onClick={() => onMove(1)}
        />
        <IconButton label={t('tag.delete', titleValues)} icon={<Icon of={Trash2} size={18} />} onClick={onDelete} />
      </div>
    </li>
  )
}

const createTag = withIdempotencyKey((body: { name: string }, idempotencyKey) =>
  api('POST /MediaTag', { body }, { idempotencyKey }),
)

const problemOf = (error: unknown) => {
  const { fields, message } = toFailure(error)
  return fields['name'] ?? message
}

function useTags(stored: readonly MediaTag[]) {
  const [tags, setTags] = useState([...stored])
  const reload = async () => setTags(await api('GET /MediaTag'))
  const update = (changed: MediaTag) => setTags((shown) => shown.map((one) => (one.id === changed.id ? changed : one)))
  const place = async (tag: MediaTag, order: number) => update(await api('PUT /MediaTag', { body: { ...tag, order } }))
  return {
    tags,
    reload,
    rename: async (tag: MediaTag, name: string) => {
      try {
        update(await api('PUT /MediaTag', { body: { ...tag, name } }))
        return null
      } catch (error) {
        return problemOf(error)
      }
    },
    /** Writes the number of both places, as older tags may share one. */
    move: async (at: number, step: 1 | -1) => {
      const order = [...tags]
      const [moved] = order.splice(at, 1)
      if (!moved) return
      order.splice(at + step, 0, moved)
      setTags(order)
      try {
        for (const [at, tag] of order.entries()) if (tag.order !== at + 1) await place(tag, at + 1)
      } catch (error) {
        toast(problemOf(error), 'danger')
      }
      await reload().catch((error: unknown) => toast(problemOf(error), 'danger'))
    },
    remove: async (id: number) => {
      try {
        await api('DELETE /MediaTag/:id', { params: { id } })
        setTags((shown) => shown.filter((tag) => tag.id !== id))
      } catch (error) {
        toast(problemOf(error), 'danger')
      }
    },
  }
}

function NewTag({ onMade }: { onMade: () => Promise<void> }) {
  const t = useTexts('media')
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await createTag({ name })
      setName('')
      setProblem(null)
      await onMade()
    } catch (error) {
      setProblem(problemOf(error))
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="mb-6 grid max-w-text gap-3" noValidate>
      <Field
        name="tag-new"
        label={t('tag.new')}
        maxLength={100}
        error={problem ?? undefined}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" tone="primary" className="justify-self-start">
        {t('tag.create')}
      </Button>
    </form>
  )
}

function Manager({ tags: stored }: { tags: readonly MediaTag[] }) {
  const t = useTexts('media')
  const { tags, reload, rename, move, remove } = useTags(stored)
  const [leaving, setLeaving] = useState<MediaTag | null>(null)
  return (
    <>
      <NewTag onMade={reload} />
      {tags.length === 0 ? (
        <EmptyState title={t('tag.none')}>{t('tag.noneText')}</EmptyState>
      ) : (
        <ol className="grid max-w-text gap-2">
          {tags.map((tag, at) => (
            <Row
              key={`${tag.id} ${tag.name}`}
              tag={tag}
              isFirst={at === 0}
              isLast={at === tags.length - 1}
              onRename={(name) => rename(tag, name)}
              onMove={(step) => void move(at, step)}
              onDelete={() => setLeaving(tag)}
            />
          ))}
        </ol>
      )}
      <Confirm
        open={leaving !== null}
        question={t('tag.deleteQuestion', { title: leaving?.name })}
        detail={t('tag.deleteDetail')}
        action={t('tag.deleteAction')}
        isDangerous
        onConfirm={() => {
          if (leaving) void remove(leaving.id)
          setLeaving(null)
        }}
        onCancel={() => setLeaving(null)}
      />
    </>
  )
}

/**
 * Editor of the media library's tags, in the order in which they are offered. Each change is saved at once, a deletion
 * after a question. A refused name is shown at its field; a failed move or deletion is a toast.
 */
export const TagsManager = island(Manager)

import { type FormEvent, useState } from 'react'
import type { Tag } from '#api/participation/tags/contract.ts'
import { periodText } from '#locales/moments.ts'
import { api } from '../client/api.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { toFailure } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/Select.tsx'
import { initialChoice, listChoices, type TaggableOccasion } from './tag-choices.ts'

export interface TagPart {
  id: number
  title: string
}

interface TagDialogProps {
  educationId: number
  /** Null for a new tag. */
  tag: Tag | null
  parts: readonly TagPart[]
  occasions: readonly TaggableOccasion[]
  onSaved: () => void
  onClose: () => void
}

interface Problem {
  message: string | null
  name?: string | undefined
}

const noProblem: Problem = { message: null }

function useTag({ educationId, tag, occasions, onSaved }: TagDialogProps) {
  const [name, setName] = useState(tag?.name ?? '')
  const [chosen, setChosen] = useState(initialChoice(tag, occasions))
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState(noProblem)
  const [create] = useState(() =>
    withIdempotencyKey((body: { educationId: number; name: string; occasionIds: number[] }, idempotencyKey) =>
      api('POST /tag', { body }, { idempotencyKey }),
    ),
  )
  async function save() {
    const occasionIds = Object.values(chosen).filter((id) => id > 0)
    setIsBusy(true)
    setProblem(noProblem)
    try {
      if (tag) await api('PUT /tag/:id', { params: { id: tag.id }, body: { name, occasionIds } })
      else await create({ educationId, name, occasionIds })
      onSaved()
    } catch (error) {
      const { fields, message } = toFailure(error)
      setProblem(
        fields['name'] ? { message: null, name: fields['name'] } : { message: fields['occasionIds'] ?? message },
      )
      setIsBusy(false)
    }
  }
  const choose = (partId: number, id: number) => setChosen({ ...chosen, [partId]: id })
  return { name, setName, chosen, choose, isBusy, problem, save }
}

/**
 * Dialog that saves a tag, a new one when `tag` is null: its name and at most one occasion of each part, one of its own
 * or a future one without tag and sign-ups. After a success `onSaved` is called and the button stays busy, so it closes
 * the dialog or loads the page again. `onClose` is called on cancel only. A refusal is shown.
 */
export function TagDialog(props: TagDialogProps) {
  const { tag, parts, occasions, onClose } = props
  const t = useTexts('management')
  const language = useLanguage()
  const { name, setName, chosen, choose, isBusy, problem, save } = useTag(props)
  const [now] = useState(() => new Date())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  const optionsOf = (partId: number) =>
    listChoices(partId, tag?.id ?? null, occasions, now).map(({ id, startDate, endDate, city }) => ({
      value: id,
      label: `${periodText(startDate, endDate, language)}, ${city}`,
    }))
  const actions = (
    <>
      <Button tone="primary" isBusy={isBusy} onClick={() => void save()}>
        {t(tag ? 'tags.save' : 'tags.create')}
      </Button>
      <Button onClick={onClose}>{t('cancel')}</Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={tag?.name ?? t('tags.new')} closesOutside={false} actions={actions}>
      <form onSubmit={submit} className="grid grid-cols-1 gap-5" noValidate>
        {problem.message && <ErrorBox>{problem.message}</ErrorBox>}
        <Field
          name="tag-name"
          label={t('tags.name')}
          hint={t('tags.nameHint')}
          required
          maxLength={100}
          value={name}
          error={problem.name}
          onChange={(event) => setName(event.target.value)}
        />
        <p className="text-sm text-muted">{t('tags.onlyFree')}</p>
        {parts.map(({ id, title }) => (
          <Select
            key={id}
            name={`tag-part-${id}`}
            label={t('tags.occasionOf', { title })}
            placeholder={t('tags.noOccasion')}
            options={optionsOf(id)}
            value={chosen[id] ?? ''}
            onChange={(event) => choose(id, Number(event.target.value))}
          />
        ))}
      </form>
    </Dialog>
  )
}

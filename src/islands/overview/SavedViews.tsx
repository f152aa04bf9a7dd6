import { Bookmark, Trash2 } from '@lucide/icons'
import { useState } from 'react'
import type { OverviewView } from '#api/office/overview/contract.ts'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { FormDialog } from '../editing/FormDialog.tsx'
import { type Failure, toFailure } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { toast } from '../ui/toast.ts'

interface ViewsProps {
  views: OverviewView[]
  /** URL of the page with its filters. */
  address: string
}

const byName = (a: OverviewView, b: OverviewView) => a.name.localeCompare(b.name, 'sv')

function SaveDialog({
  address,
  onSaved,
  onClose,
}: {
  address: string
  onSaved: (view: OverviewView) => void
  onClose: () => void
}) {
  const t = useTexts('overview')
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [send] = useState(() =>
    withIdempotencyKey((body: Omit<OverviewView, 'id'>, idempotencyKey) =>
      api('POST /overview/views', { body }, { idempotencyKey }),
    ),
  )
  const save = async () => {
    setBusy(true)
    try {
      onSaved(await send({ name, address }))
    } catch (error) {
      setFailure(toFailure(error))
      setBusy(false)
    }
  }
  return (
    <FormDialog
      title={t('views.save')}
      verb={t('views.saveVerb')}
      size="small"
      disabled={name.trim() === ''}
      labelOf={() => t('views.name')}
      busy={busy}
      failure={failure}
      onClose={onClose}
      onSave={() => void save()}
    >
      <Field
        name="name"
        label={t('views.name')}
        hint={t('views.hint')}
        maxLength={100}
        value={name}
        error={failure?.fields['name']}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  )
}

function Views({ views, address }: ViewsProps) {
  const t = useTexts('overview')
  const [list, setList] = useState(views)
  const [opened, setOpened] = useState(false)
  const saved = (view: OverviewView) => {
    setList((before) => [...before.filter(({ id }) => id !== view.id), view].sort(byName))
    setOpened(false)
    toast(t('views.saved', { name: view.name }))
  }
  const remove = async ({ id }: OverviewView) => {
    try {
      await api('DELETE /overview/views/:id', { params: { id } })
      setList((before) => before.filter((one) => one.id !== id))
    } catch (error) {
      toast(toFailure(error).message, 'danger')
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ul aria-label={t('views.title')} className="contents">
        {list.map((view) => (
          <li key={view.id} className="inline-flex items-center rounded-full border border-line bg-surface pl-4">
            <a href={view.address} className="py-1.5 font-semibold underline-offset-3 hover:underline">
              {view.name}
            </a>
            <IconButton
              label={t('views.remove', { name: view.name })}
              icon={<Icon of={Trash2} size={16} />}
              size="small"
              onClick={() => void remove(view)}
            />
          </li>
        ))}
      </ul>
      <Button tone="quiet" icon={<Icon of={Bookmark} size={18} />} onClick={() => setOpened(true)}>
        {t('views.save')}
      </Button>
      {opened && <SaveDialog address={address} onSaved={saved} onClose={() => setOpened(false)} />}
    </div>
  )
}

/** Saved views of the overview, each a link. */
export const SavedViews = island(Views)

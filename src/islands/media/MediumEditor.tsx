import { useRef, useState } from 'react'
import type { Media, MediaTag } from '#api/catalogue/media/contract.ts'
import { mediaExtensions } from '#api/catalogue/media/rules.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { draftFields } from '../editing/draft-fields.ts'
import { FailureBox } from '../editing/SaveBar.tsx'
import { type Failure, toFailure, useUnsavedWarning } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import type { UploadProgress } from '../ui/ChosenFiles.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { FileDrop } from '../ui/FileDrop.tsx'
import { MultiCombobox } from '../ui/MultiCombobox.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { createMediumSaver, type MediumDraft, toDraft } from './medium-draft.ts'

interface MediumEditorProps {
  maxBytes: number
  /** Absent for a new medium. */
  medium?: Media | undefined
  educationId?: number | undefined
  tags: readonly MediaTag[]
  onDone: (text: 'saved' | 'deleted') => void
  onClose: () => void
}

const accept = { 'application/octet-stream': mediaExtensions }

function useMedium({ medium, educationId, onDone }: MediumEditorProps) {
  const [stored] = useState(() => toDraft(medium))
  const [draft, setDraft] = useState(stored)
  const [files, setFiles] = useState<File[]>([])
  const [sent, setSent] = useState<UploadProgress | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [save] = useState(createMediumSaver)
  const stop = useRef(new AbortController())
  const isDirty = files.length > 0 || JSON.stringify(stored) !== JSON.stringify(draft)
  const endWarning = useUnsavedWarning(isDirty && draft)
  const run = async (operation: () => Promise<unknown>, text: 'saved' | 'deleted') => {
    if (isBusy) return
    setIsBusy(true)
    try {
      await operation()
      endWarning()
      onDone(text)
    } catch (error) {
      if (!stop.current.signal.aborted) setFailure(toFailure(error))
      setIsBusy(false)
      setSent(null)
    }
  }
  const { signal } = stop.current
  return {
    draft,
    files,
    sent,
    isBusy,
    failure,
    // The call for a new medium has a list with one item.
    errorOf: (field: string) => failure?.fields[field] ?? failure?.fields[`0.${field}`],
    isDirty,
    setFiles,
    change: (fields: Partial<MediumDraft>) => setDraft((now) => ({ ...now, ...fields })),
    save: () => run(() => save({ draft, medium, educationId, file: files[0], onProgress: setSent, signal }), 'saved'),
    remove: () => run(() => api('DELETE /Media/:id', { params: { id: medium?.id ?? 0 } }), 'deleted'),
    abandon: () => stop.current.abort(),
  }
}

type Form = ReturnType<typeof useMedium>

function Source({ form, isNew, maxBytes }: { form: Form; isNew: boolean; maxBytes: number }) {
  const t = useTexts('media')
  const { draft, change } = form
  return (
    <>
      {isNew && (
        <RadioGroup
          name="medium-kind"
          label={t('kind')}
          value={String(draft.kind)}
          onChange={(kind) => change({ kind: kind === '1' ? 1 : 0 })}
          choices={[
            { value: '0', label: t('kind.0') },
            { value: '1', label: t('kind.1') },
          ]}
        />
      )}
      {draft.kind === 1 ? (
        <Field {...draftFields<MediumDraft>(form, t).text('url')} type="url" hint={t('urlHint')} required />
      ) : (
        <FileDrop
          name="file"
          label={t(isNew ? 'file' : 'newFile')}
          required={isNew}
          files={form.files}
          onChange={(files) => {
            form.setFiles(files)
            // The name of the file is the first suggestion for the title.
            if (!draft.title && files[0]) change({ title: files[0].name.replace(/\.[^.]+$/, '') })
          }}
          accept={accept}
          maxBytes={maxBytes}
          progress={form.sent}
          disabled={form.isBusy}
        />
      )}
    </>
  )
}

function Facts({ form, tags }: { form: Form; tags: readonly MediaTag[] }) {
  const t = useTexts('media')
  const { draft, change } = form
  const { text, tick } = draftFields<MediumDraft>(form, t)
  const items = tags.map(({ id, name }) => ({ id, label: name }))
  return (
    <>
      <Field {...text('title')} required maxLength={200} />
      {draft.kind === 0 && <TextArea {...text('description')} rows={3} limit={2000} />}
      {items.length > 0 && (
        <MultiCombobox
          name="tagIds"
          label={t('tags')}
          items={items}
          chosen={items.filter(({ id }) => draft.tagIds.includes(id))}
          onChange={(chosen) => change({ tagIds: chosen.map(({ id }) => id) })}
        />
      )}
      <Checkbox {...tick('inLibrary')} hint={t('inLibraryHint')} />
    </>
  )
}

/**
 * Dialog that adds a file (at most `maxBytes`) or link to the media library, or edits or deletes a stored one. It saves
 * to the server itself; `onDone` follows a success with `saved` or `deleted`, while the button stays busy, so it closes
 * the dialog or loads the page again. `onClose` follows a cancel, which stops an upload; unsaved changes and a deletion
 * are asked about. A failure is shown. A new medium is added to `educationId`, if given; the name of a chosen file
 * suggests an empty title.
 */
export function MediumEditor(props: MediumEditorProps) {
  const { medium, tags, onClose } = props
  const t = useTexts('media')
  const form = useMedium(props)
  const [question, setQuestion] = useState<'leave' | 'delete' | null>(null)
  const close = () => {
    form.abandon()
    onClose()
  }
  const leave = () => (form.isDirty ? setQuestion('leave') : close())
  const actions = (
    <>
      <Button tone="primary" isBusy={form.isBusy} onClick={() => void form.save()}>
        {t(medium ? 'save' : 'add')}
      </Button>
      <Button onClick={leave}>{t('cancel')}</Button>
      {medium && (
        <Button tone="quiet" className="mr-auto" onClick={() => setQuestion('delete')}>
          {t('delete')}
        </Button>
      )}
    </>
  )
  const title = medium ? t('edit', { title: medium.title }) : t('add')
  return (
    <Dialog open onClose={leave} title={title} closesOutside={false} actions={actions}>
      <div className="grid gap-5">
        <FailureBox failure={form.failure} labelOf={(field) => t(field.replace(/^0\./, ''))} />
        <Source form={form} isNew={!medium} maxBytes={props.maxBytes} />
        <Facts form={form} tags={tags} />
      </div>
      <Confirm
        open={question !== null}
        question={t(question === 'delete' ? 'deleteQuestion' : 'leaveQuestion', { title: medium?.title })}
        detail={question === 'delete' ? t('deleteDetail', { count: medium?.educationIds.length ?? 0 }) : undefined}
        action={t(question === 'delete' ? 'delete' : 'leaveAction')}
        isDangerous
        isBusy={form.isBusy}
        onConfirm={() => {
          setQuestion(null)
          if (question === 'delete') void form.remove()
          else close()
        }}
        onCancel={() => setQuestion(null)}
      />
    </Dialog>
  )
}

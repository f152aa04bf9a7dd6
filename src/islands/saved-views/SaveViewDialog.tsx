import { useState } from 'react'
import type { NewSavedView, SavedView } from '#api/office/saved-views/contract.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { FormDialog } from '../editing/FormDialog.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Field } from '../ui/Field.tsx'

interface SaveViewDialogProps {
  list: SavedView['list']
  /** The query at the time of opening. */
  query: string
  canShare: boolean
  onSaved: (view: SavedView) => void
  onClose: () => void
}

/**
 * Dialog that saves the filter of a list, `query`, under a name. `onSaved` receives the stored view and must close it;
 * a refusal is shown. `canShare` offers to share the view. `onClose` is called on cancel only.
 */
export function SaveViewDialog({ list, query, canShare, onSaved, onClose }: SaveViewDialogProps) {
  const t = useTexts('saved-views')
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const { isBusy, failure, run } = useSaving()
  const [send] = useState(() =>
    withIdempotencyKey((body: NewSavedView, idempotencyKey) => api('POST /SavedViews', { body }, { idempotencyKey })),
  )
  return (
    <FormDialog
      title={t('save')}
      verb={t('saveVerb')}
      size="small"
      disabled={name.trim() === ''}
      labelOf={() => t('name')}
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
      onSave={() => void run(async () => onSaved(await send({ list, name, query, isShared })))}
    >
      <Field
        // The filter of a list may have a field of the same name.
        id="saved-view-name"
        name="name"
        label={t('name')}
        hint={t('nameHint')}
        maxLength={100}
        value={name}
        error={failure?.fields['name']}
        onChange={(event) => setName(event.target.value)}
      />
      {canShare && (
        <Checkbox
          name="isShared"
          label={t('share')}
          hint={t('shareHint')}
          checked={isShared}
          onChange={(event) => setShared(event.target.checked)}
        />
      )}
    </FormDialog>
  )
}

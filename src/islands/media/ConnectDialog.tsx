import { useEffect, useState } from 'react'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { type Failure, toFailure } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import type { ComboboxItem } from '../ui/Combobox.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { MultiCombobox } from '../ui/MultiCombobox.tsx'

interface ConnectDialogProps {
  educationId: number
  /** Ids of the media that the education already has. */
  ownMediaIds: readonly number[]
  onDone: () => void
  onClose: () => void
}

/**
 * Dialog that adds media of the library to an education on the server; those in `ownMediaIds` are not offered. After a
 * success `onDone` is called and the button stays busy, so it closes the dialog or loads the page again. A refusal is
 * shown and the choice stays. `onClose` is called on cancel only.
 */
export function ConnectDialog({ educationId, ownMediaIds, onDone, onClose }: ConnectDialogProps) {
  const t = useTexts('media')
  const [items, setItems] = useState<ComboboxItem[] | null>(null)
  const [chosen, setChosen] = useState<ComboboxItem[]>([])
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list changes only with the dialog.
  useEffect(() => {
    api('GET /Media/mediakeyvaluepair').then(
      (titles) =>
        setItems(
          Object.entries(titles)
            .map(([id, label]) => ({ id: Number(id), label }))
            .filter(({ id }) => !ownMediaIds.includes(id))
            .sort((a, b) => a.label.localeCompare(b.label, 'sv')),
        ),
      (error: unknown) => setFailure(toFailure(error)),
    )
  }, [])
  const save = async () => {
    setIsBusy(true)
    try {
      await api('POST /Media/education/:id', { params: { id: educationId }, body: chosen.map(({ id }) => id) })
      onDone()
    } catch (error) {
      setFailure(toFailure(error))
      setIsBusy(false)
    }
  }
  const actions = (
    <>
      <Button tone="primary" disabled={chosen.length === 0} isBusy={isBusy} onClick={() => void save()}>
        {t('connectAction')}
      </Button>
      <Button onClick={onClose}>{t('cancel')}</Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('connect')} closesOutside={false} actions={actions}>
      <div className="grid min-h-72 content-start gap-5">
        {failure && <ErrorBox>{failure.message}</ErrorBox>}
        {items?.length === 0 && <p className="text-muted">{t('nothingToConnect')}</p>}
        {items && items.length > 0 && (
          <MultiCombobox name="connect" label={t('library')} items={items} chosen={chosen} onChange={setChosen} />
        )}
      </div>
    </Dialog>
  )
}

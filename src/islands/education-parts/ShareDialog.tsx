import { useRef, useState } from 'react'
import type { EducationPart } from '#api/catalogue/education-parts/contract.ts'
import { api } from '../client/api.ts'
import { useItemSearch } from '../client/item-search.ts'
import { useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'

interface ShareDialogProps {
  /** Ids of the parts that the education already has. */
  ownPartIds: readonly number[]
  onChoose: (partId: number) => void
  onClose: () => void
}

/**
 * Dialog that chooses a part of another education; the caller adds the part whose id `onChoose` receives, and closes
 * the dialog. Both educations share it, and its results count in both. Parts in `ownPartIds` are not offered; a failed
 * load is shown.
 */
export function ShareDialog({ ownPartIds, onChoose, onClose }: ShareDialogProps) {
  const t = useTexts('management')
  const { items, search } = useItemSearch('educations', [])
  const [educationId, setEducationId] = useState<number | null>(null)
  const [parts, setParts] = useState<EducationPart[] | null>(null)
  const [partId, setPartId] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const latest = useRef<number | null>(null)
  const choose = async (id: number | null) => {
    latest.current = id
    setEducationId(id)
    setPartId(null)
    setParts(null)
    setProblem(null)
    if (id === null) return
    try {
      const education = await api('GET /Educations/:id', { params: { id } })
      // A late answer about an education that is no longer chosen is ignored.
      if (latest.current === id) setParts(education.parts.filter((part) => !ownPartIds.includes(part.id)))
    } catch (error) {
      if (latest.current === id) setProblem(toFailure(error).message)
    }
  }
  const actions = (
    <>
      <Button tone="primary" disabled={partId === null} onClick={() => partId !== null && onChoose(partId)}>
        {t('share.action')}
      </Button>
      <Button onClick={onClose}>{t('cancel')}</Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('share.open')} actions={actions}>
      <div className="grid min-h-72 content-start gap-5">
        <p className="text-muted">{t('share.text')}</p>
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <Combobox
          name="share-education"
          label={t('share.education')}
          items={items}
          value={educationId}
          onChange={(id) => void choose(id)}
          onSearch={search}
        />
        {parts?.length === 0 && <p className="text-muted">{t('share.none')}</p>}
        {parts && parts.length > 0 && (
          <RadioGroup
            name="share-part"
            label={t('share.part')}
            value={String(partId ?? '')}
            onChange={(value) => setPartId(Number(value))}
            choices={parts.map(({ id, title, type }) => ({
              value: String(id),
              label: title,
              hint: t(`partType.${type}`),
            }))}
          />
        )}
      </div>
    </Dialog>
  )
}

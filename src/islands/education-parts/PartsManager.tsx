import { Plus, Share2 } from '@lucide/icons'
import { useState } from 'react'
import type { EducationPart } from '#api/catalogue/education-parts/contract.ts'
import type { Education } from '#api/catalogue/educations/contract.ts'
import type { EducatorMaterial } from '#api/catalogue/educator-materials/contract.ts'
import { island, useTexts } from '../client/texts.tsx'
import { ConflictDialog } from '../editing/ConflictDialog.tsx'
import { MaterialFrame } from '../educator-materials/MaterialFrame.tsx'
import { MaterialsDialog } from '../educator-materials/MaterialsDialog.tsx'
import { useMaterials } from '../educator-materials/use-materials.ts'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Icon } from '../ui/Icon.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'
import { toast } from '../ui/toast.ts'
import { PartDialog } from './PartDialog.tsx'
import { PartRows } from './PartRows.tsx'
import { PrerequisiteGraph } from './PrerequisiteGraph.tsx'
import { formatPartTitles } from './part-titles.ts'
import { ShareDialog } from './ShareDialog.tsx'
import { usePartOrder } from './use-part-order.ts'

type OpenDialog =
  | { kind: 'edit'; part: EducationPart }
  | { kind: 'new' }
  | { kind: 'share' }
  | { kind: 'materials'; part: EducationPart }
  | { kind: 'remove'; part: EducationPart }

/** Moves one id to another place in the list. */
const moved = (ids: readonly number[], id: number, to: number) => {
  const others = ids.filter((one) => one !== id)
  return others.toSpliced(to, 0, id)
}

const countByPart = (materials: readonly EducatorMaterial[]) => {
  const counts = new Map<number, number>()
  for (const { educationPartId: id } of materials) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** Notice that two people have changed the order and that the person has not chosen one yet. */
function UnsavedOrder({ onSave, onGiveUp }: { onSave: () => void; onGiveUp: () => void }) {
  const t = useTexts('management')
  const actions = (
    <>
      <Button size="small" tone="primary" onClick={onSave}>
        {t('order.save')}
      </Button>
      <Button size="small" onClick={onGiveUp}>
        {t('order.giveUp')}
      </Button>
    </>
  )
  return (
    <div className="mb-5">
      <InfoBox tone="warning" role="status" title={t('order.unsaved')} actions={actions}>
        {t('order.unsavedText')}
      </InfoBox>
    </div>
  )
}

interface ManagerProps {
  education: Education
  materials: readonly EducatorMaterial[]
  userId: number
  hasExams: boolean
}

function Manager({ education: stored, materials: initialMaterials, userId, hasExams }: ManagerProps) {
  const t = useTexts('management')
  const { education, form, isHeld, partOf, saveInTurn, reload, take, arrange, giveUp } = usePartOrder(stored)
  const { materials, polling, reload: reloadMaterials } = useMaterials(initialMaterials, stored.id)
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  const close = () => setOpened(null)
  const ids = education.educationPartIds
  // A part in no other education cannot be found from elsewhere.
  const isElsewhere = opened?.kind === 'remove' && opened.part.educationIds.length > 1
  const saved = (part: EducationPart, isNew: boolean) => {
    toast(t(isNew ? 'part.created' : 'part.saved'))
    void reload()
    // A course package is uploaded to a stored part, so a new digital part opens again for that.
    setOpened(isNew && part.type === 1 ? { kind: 'edit', part } : null)
  }
  return (
    <>
      <div className="mb-5 flex flex-wrap gap-3">
        <Button tone="primary" icon={<Icon of={Plus} size={18} />} onClick={() => setOpened({ kind: 'new' })}>
          {t('part.new')}
        </Button>
        <Button icon={<Icon of={Share2} size={18} />} onClick={() => setOpened({ kind: 'share' })}>
          {t('share.open')}
        </Button>
      </div>
      {isHeld && <UnsavedOrder onSave={() => arrange(ids)} onGiveUp={() => void giveUp()} />}
      <ConflictDialog
        form={form}
        labelOf={() => t('order.title')}
        textOf={(_, value) => formatPartTitles(value as readonly number[], (id) => partOf(id)?.title)}
      />
      {education.parts.length === 0 ? (
        <EmptyState title={t('part.none')}>{t('part.noneText')}</EmptyState>
      ) : (
        <PartRows
          education={education}
          materialCounts={countByPart(materials)}
          hasExams={hasExams}
          onMove={(id, to) => arrange(moved(ids, id, to))}
          onEdit={(part) => setOpened({ kind: 'edit', part })}
          onMaterials={(part) => setOpened({ kind: 'materials', part })}
          onRemove={(part) => setOpened({ kind: 'remove', part })}
        />
      )}
      {education.parts.length > 1 && <PrerequisiteGraph education={education} saveInTurn={saveInTurn} onSaved={take} />}
      {opened?.kind === 'new' && <PartDialog education={education} onSaved={saved} onClose={close} />}
      {opened?.kind === 'edit' && (
        <PartDialog
          key={opened.part.id}
          education={education}
          part={education.parts.find(({ id }) => id === opened.part.id) ?? opened.part}
          onSaved={saved}
          onClose={() => {
            close()
            void reload()
          }}
        />
      )}
      {opened?.kind === 'materials' && (
        <MaterialsDialog
          part={opened.part}
          materials={materials.filter(({ educationPartId }) => educationPartId === opened.part.id)}
          polling={polling}
          userId={userId}
          onChanged={reloadMaterials}
          onClose={close}
        />
      )}
      <MaterialFrame />
      {opened?.kind === 'share' && (
        <ShareDialog
          ownPartIds={ids}
          onChoose={(partId) => {
            close()
            arrange([...ids, partId])
          }}
          onClose={close}
        />
      )}
      <Confirm
        open={opened?.kind === 'remove'}
        question={t('part.removeQuestion', { title: opened?.kind === 'remove' ? opened.part.title : '' })}
        detail={t(isElsewhere ? 'part.removeDetail' : 'part.removeLastDetail')}
        action={t('part.removeAction')}
        isDangerous
        onConfirm={() => {
          if (opened?.kind === 'remove') arrange(ids.filter((id) => id !== opened.part.id))
          close()
        }}
        onCancel={close}
      />
    </>
  )
}

/**
 * Parts of an education: their order, editors, educator material and prerequisites, and parts shared with other
 * educations. Each change is saved at once. A new digital part opens again, for its course package. Removing a part,
 * which is confirmed first, takes it out of this education only.
 */
export const PartsManager = island(Manager)

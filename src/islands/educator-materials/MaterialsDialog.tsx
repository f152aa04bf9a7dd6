import { Pencil, Plus, Trash2 } from '@lucide/icons'
import { useState } from 'react'
import type { EducatorMaterial } from '#api/catalogue/educator-materials/contract.ts'
import { api } from '../client/api.ts'
import { PollFailure } from '../client/PollFailure.tsx'
import { useTexts } from '../client/texts.tsx'
import type { PollState } from '../client/use-poll.ts'
import { toFailure } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Progress } from '../ui/Progress.tsx'
import { toast } from '../ui/toast.ts'
import { Completions } from './Completions.tsx'
import { MaterialDialog } from './MaterialDialog.tsx'
import { MaterialRow } from './MaterialRow.tsx'
import { isUnpacking } from './use-materials.ts'

interface MaterialsDialogProps {
  part: { id: number; title: string }
  materials: readonly EducatorMaterial[]
  polling: PollState
  userId: number
  onChanged: () => Promise<void>
  onClose: () => void
}

type OpenDialog = { kind: 'form' | 'remove'; material?: EducatorMaterial }

/** Progress of an uploaded package, or why it was refused. */
function Pending({ material }: { material: EducatorMaterial }) {
  const t = useTexts('educator-materials')
  const { pending, ready } = material
  if (!pending) return null
  const { filesDone: done, filesTotal: total, state, message } = pending
  if (isUnpacking(material))
    return (
      <div className="mt-3">
        <Progress
          label={t('unpacking')}
          done={total > 0 ? done : undefined}
          total={Math.max(1, total)}
          text={total > 0 ? t('unpackingText', { done, total }) : undefined}
        />
      </div>
    )
  if (state !== 'refused') return null
  return (
    <div className="mt-3">
      <ErrorBox title={t(ready ? 'refusedNew' : 'refused')}>{message}</ErrorBox>
    </div>
  )
}

function useRemoval({ onChanged }: MaterialsDialogProps, done: () => void) {
  const t = useTexts('educator-materials')
  const [isBusy, setIsBusy] = useState(false)
  const remove = async ({ educatorArticulateId: id, name }: EducatorMaterial) => {
    setIsBusy(true)
    try {
      await api('DELETE /EducatorArticulates/:id', { params: { id } })
      toast(t('removed', { name }))
    } catch (error) {
      toast(toFailure(error).message, 'danger')
    }
    await onChanged().catch(() => undefined)
    setIsBusy(false)
    done()
  }
  return { isBusy, remove }
}

function MaterialWithActions({
  material,
  userId,
  onOpen,
}: {
  material: EducatorMaterial
  userId: number
  onOpen: (opened: OpenDialog) => void
}) {
  const t = useTexts('educator-materials')
  const { name } = material
  const actions = (
    <>
      <IconButton
        label={t('edit', { name })}
        icon={<Icon of={Pencil} size={18} />}
        onClick={() => onOpen({ kind: 'form', material })}
      />
      <IconButton
        label={t('remove', { name })}
        icon={<Icon of={Trash2} size={18} />}
        onClick={() => onOpen({ kind: 'remove', material })}
      />
    </>
  )
  return (
    <MaterialRow material={material} userId={userId} actions={actions}>
      <Pending material={material} />
      <Completions materialId={material.educatorArticulateId} />
    </MaterialRow>
  )
}

/**
 * Dialog with the educator material of a part: add, replace, remove, open as the reader `userId`, and list completions.
 * A change is reported by a toast, as is a failed removal. `onChanged` follows both, and must load `materials`
 * again; the dialog stays open. `polling` is that of `useMaterials`, whose failure is shown.
 */
export function MaterialsDialog(props: MaterialsDialogProps) {
  const { part, materials, polling, userId, onChanged, onClose } = props
  const t = useTexts('educator-materials')
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  const close = () => setOpened(null)
  const { isBusy, remove } = useRemoval(props, close)
  const saved = () => {
    toast(t(opened?.material ? 'saved' : 'added'))
    close()
    onChanged().catch((error: unknown) => toast(toFailure(error).message, 'danger'))
  }
  const actions = (
    <>
      <Button tone="primary" icon={<Icon of={Plus} size={18} />} onClick={() => setOpened({ kind: 'form' })}>
        {t('add')}
      </Button>
      <Button onClick={onClose}>{t('close')}</Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('ofPart', { title: part.title })} actions={actions}>
      <p className="text-muted">{t('lead')}</p>
      <PollFailure polling={polling} />
      {materials.length === 0 && <p className="mt-5 font-medium">{t('none')}</p>}
      <ul className="divide-y divide-line">
        {materials.map((material) => (
          <MaterialWithActions
            key={material.educatorArticulateId}
            material={material}
            userId={userId}
            onOpen={setOpened}
          />
        ))}
      </ul>
      {opened?.kind === 'form' && (
        <MaterialDialog educationPartId={part.id} material={opened.material} onSaved={saved} onClose={close} />
      )}
      <Confirm
        open={opened?.kind === 'remove'}
        question={t('removeQuestion', { name: opened?.material?.name })}
        detail={t('removeDetail')}
        action={t('removeAction')}
        isDangerous
        isBusy={isBusy}
        onConfirm={() => opened?.material && void remove(opened.material)}
        onCancel={close}
      />
    </Dialog>
  )
}

import { useState } from 'react'
import { useTexts } from '../client/texts.tsx'
import type { FamilyMember } from '../sign-ups/companions.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'

interface JoinDialogProps {
  userId: number
  family: readonly FamilyMember[]
  isBusy: boolean
  /** The server's refusal. */
  problem: string | null
  onJoin: (userIds: number[]) => void
  onClose: () => void
}

/**
 * Dialog that asks which of the family join the queue together; the person `userId` is chosen at first. `onJoin`
 * receives at least one id; choosing nobody is refused here. The caller writes, sets `isBusy` and `problem`, and closes
 * it; `onClose` is called on cancel only.
 */
export function JoinDialog({ userId, family, isBusy, problem, onJoin, onClose }: JoinDialogProps) {
  const t = useTexts('waiting-list')
  const [chosen, setChosen] = useState<readonly number[]>([userId])
  const [isMissing, setMissing] = useState(false)
  const choose = (id: number, isChosen: boolean) => {
    setMissing(false)
    setChosen(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id))
  }
  const send = () => (chosen.length > 0 ? onJoin([...chosen]) : setMissing(true))
  const actions = (
    <>
      <Button tone="primary" isBusy={isBusy} onClick={send}>
        {t('join')}
      </Button>
      <Button onClick={onClose}>{t('joinCancel')}</Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('joinTitle')} size="small" closesOutside={false} actions={actions}>
      <div className="grid gap-4">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        {isMissing && <ErrorBox>{t('joinNobody')}</ErrorBox>}
        <fieldset className="grid gap-3">
          <legend className="mb-2 font-semibold">{t('who')}</legend>
          {family.map(({ id, name }) => (
            <Checkbox
              key={id}
              name={`queue-${id}`}
              label={name}
              checked={chosen.includes(id)}
              onChange={(event) => choose(id, event.target.checked)}
            />
          ))}
        </fieldset>
        {chosen.length > 1 && <p className="text-sm text-muted">{t('joinDetail')}</p>}
      </div>
    </Dialog>
  )
}

import { Plus, X } from '@lucide/icons'
import { useState } from 'react'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { FormDialog } from '../editing/FormDialog.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { toast, toastOnNextPage } from '../ui/toast.ts'

interface ChooseGoalProps {
  userId: number
  /** Licences that are not a goal of the person yet. */
  licenses: readonly { id: number; name: string }[]
}

const choose = withIdempotencyKey((body: { userId: number; licenseId: number }, idempotencyKey) =>
  api('POST /Licenses/LicenseGoals', { body }, { idempotencyKey }),
)

/** Button and dialog that add a licence as a goal. */
function ChooseButton({ userId, licenses }: ChooseGoalProps) {
  const t = useTexts('licenses')
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState(String(licenses[0]?.id ?? ''))
  const { busy, failure, run } = useSaving()
  const save = () =>
    run(async () => {
      await choose({ userId, licenseId: Number(chosen) })
      location.reload()
    })
  return (
    <>
      <Button size="small" icon={<Icon of={Plus} size={16} />} onClick={() => setOpen(true)}>
        {t('goals.choose')}
      </Button>
      {open && (
        <FormDialog
          title={t('goals.chooseTitle')}
          verb={t('goals.add')}
          busy={busy}
          failure={failure}
          onSave={() => void save()}
          onClose={() => setOpen(false)}
        >
          <RadioGroup
            name="goal"
            label={t('goals.license')}
            value={chosen}
            onChange={setChosen}
            choices={licenses.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        </FormDialog>
      )}
    </>
  )
}

export const ChooseGoal = island(ChooseButton)

interface LeaveGoalProps {
  userId: number
  goalId: number
  title: string
}

function LeaveButton({ userId, goalId, title }: LeaveGoalProps) {
  const t = useTexts('licenses')
  const leave = async () => {
    try {
      await api('DELETE /user/:id/LicenseGoals/:goalId', { params: { id: userId, goalId } })
      toastOnNextPage(t('goals.left'))
      location.reload()
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), 'danger')
    }
  }
  return (
    <IconButton label={t('goals.leave', { title })} icon={<Icon of={X} size={18} />} onClick={() => void leave()} />
  )
}

export const LeaveGoal = island(LeaveButton)

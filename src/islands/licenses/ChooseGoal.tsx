import { Plus, X } from '@lucide/icons'
import { useEffect, useState } from 'react'
import type { LicenseQualification } from '#api/participation/licenses/goals/contract.ts'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { FormDialog } from '../editing/FormDialog.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { toast, toastOnNextPage } from '../ui/toast.ts'
import { listGoalChoices } from './choosable-goals.ts'

interface ChooseGoalProps {
  userId: number
  /** Licences that are a goal of the person already. */
  goalIds: readonly number[]
}

const choose = withIdempotencyKey((body: { userId: number; licenseId: number }, idempotencyKey) =>
  api('POST /Licenses/LicenseGoals', { body }, { idempotencyKey }),
)

/** Loads what remains of each licence; null until it is there. */
function useChoices({ userId, goalIds }: ChooseGoalProps) {
  const t = useTexts('licenses')
  const [licenses, setLicenses] = useState<readonly LicenseQualification[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    api('GET /user/:id/LicenseQualifications', { params: { id: userId } })
      .then(setLicenses)
      .catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)))
  }, [userId])
  return { problem, hasLicenses: licenses?.length !== 0, choices: licenses && listGoalChoices(licenses, goalIds, t) }
}

function GoalDialog({ onClose, ...props }: ChooseGoalProps & { onClose: () => void }) {
  const t = useTexts('licenses')
  const { problem, hasLicenses, choices } = useChoices(props)
  const [picked, setPicked] = useState<string | null>(null)
  const { isBusy, failure, run } = useSaving()
  const chosen = picked ?? choices?.[0]?.value ?? ''
  const save = () =>
    run(async () => {
      await choose({ userId: props.userId, licenseId: Number(chosen) })
      location.reload()
    })
  return (
    <FormDialog
      title={t('goals.chooseTitle')}
      verb={t('goals.add')}
      isBusy={isBusy}
      disabled={chosen === ''}
      failure={failure}
      onSave={() => void save()}
      onClose={onClose}
    >
      {problem && <ErrorBox>{problem}</ErrorBox>}
      {!choices && !problem && <p role="status">{t('goals.loading')}</p>}
      {choices?.length === 0 && <p>{t(hasLicenses ? 'goals.nothingLeft' : 'goals.none')}</p>}
      {choices && choices.length > 0 && (
        <RadioGroup name="goal" label={t('goals.license')} value={chosen} onChange={setPicked} choices={choices} />
      )}
    </FormDialog>
  )
}

function ChooseButton(props: ChooseGoalProps) {
  const t = useTexts('licenses')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" icon={<Icon of={Plus} size={16} />} onClick={() => setOpen(true)}>
        {t('goals.choose')}
      </Button>
      {open && <GoalDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

/**
 * Button and dialog that add a licence as a goal and load the page again, with a toast; each licence says what remains
 * of it. A refusal is shown.
 */
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

/**
 * Button that removes a licence from the person's goals, without a question, and loads the page again, with a toast. A
 * refusal is a toast.
 */
export const LeaveGoal = island(LeaveButton)
